import type { Services } from '#server/domain/services/services.ts';
import type { Call, OperationId, ReplyOf } from '#server/platform/contract/types.ts';

/** The code behind an operationId. */
export type Handler<Op extends OperationId> = (services: Services, call: Call<Op>) => Promise<ReplyOf<Op>>;

/** One handler for every operation of the description. */
export type Handlers = { [Op in OperationId]: Handler<Op> };
