import type { Call, OperationId, ReplyOf } from '#server/contract/types.ts';
import type { Services } from '#server/services.ts';

/** The code behind an operationId. */
export type Handler<Op extends OperationId> = (services: Services, call: Call<Op>) => Promise<ReplyOf<Op>>;

/** One handler for every operation of the description. */
export type Handlers = { [Op in OperationId]: Handler<Op> };
