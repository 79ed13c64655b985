import { defineCases, type OutcomeCase } from '../chart/cases.ts';
import { commonCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { signUpMachine } from './sign-up.machine.ts';
import { signUpShows } from './sign-up.shows.ts';
import { key, newMember, places, sampleSeat, signUpStarts, typed } from './sign-up.starts.ts';

const press = { press: {} };

/** The answer to a call whose key was spent on another call whose response was lost. */
const keyUsed: OutcomeCase<{ kind: 'keyUsed'; key: string }> = {
  ...plain('keyUsed', 422, 'idempotency_key_reused', {
    arrange: 'cutAfterRequestWithOtherEntries',
  }),
  output: { kind: 'keyUsed', key },
};

/** Why somebody can't be introduced; the server names the entry. */
const introducerCases = {
  unknownIntroducer: refusal('unknownIntroducer', 400, sampleProblem('user_not_found'), {
    typed: { introducer: 'nobody-of-this-name' },
  }),
  unknownSeatUser: refusal(
    'unknownSeatUser',
    400,
    sampleProblem('user_not_found', { errors: ['This user does not exist.'], field: 'seatUser' }),
    { typed: { seatUser: 'nobody-of-this-name' } },
  ),
  seatUserOutside: refusal('seatUserOutside', 400, sampleProblem('seat_user_outside'), {
    typed: { seatUser: ['memberElsewhere'] },
  }),
};

export const signUpCases = defineCases<typeof signUpMachine>({
  machine: signUpMachine,
  area: 'Registration',
  purpose: 'A person who was referred takes a seat in the tree and becomes a member.',
  words: {
    'ja-JP': {
      purpose: '紹介を受けた人が、ツリーの席に登録して会員になります。',
      calls: {
        checkIntroducerAndSeatUser: '紹介者と配置先の確認',
        verifyEmailNoLogin: '登録用コードの確認',
        isEmailExists: 'メールアドレスの重複の確認',
        registerInSeat: '会員登録',
        getSeatBottom: '空席の取得',
      },
      outcomes: {
        proven: '確認済み',
        free: '使用可能',
        registered: '登録済み',
        unknownIntroducer: '不明な紹介者',
        unknownSeatUser: '不明な配置先',
        seatUserOutside: '組織外の配置先',
        noSeat: '空席なし',
        taken: '使用済み',
        notVerified: '未確認のメールアドレス',
        seatTaken: '席が埋まった',
        usernameTaken: '使用済みのユーザー名',
      },
      ends: { signedUp: '登録済み' },
      starts: { fromLink: 'リンクから' },
    },
    'zh-CN': {
      purpose: '受推荐的人在团队中入席并成为会员。',
      calls: {
        checkIntroducerAndSeatUser: '核对推荐人与安置人',
        verifyEmailNoLogin: '核对注册验证码',
        isEmailExists: '检查邮箱是否已用',
        registerInSeat: '注册会员',
        getSeatBottom: '读取空位',
      },
      outcomes: {
        proven: '已证明',
        free: '可用',
        registered: '已注册',
        unknownIntroducer: '推荐人不存在',
        unknownSeatUser: '安置人不存在',
        seatUserOutside: '安置人不在团队内',
        noSeat: '无空位',
        taken: '已被使用',
        notVerified: '邮箱未验证',
        seatTaken: '席位已被占用',
        usernameTaken: '用户名已被使用',
      },
      ends: { signedUp: '已注册' },
      starts: { fromLink: '通过链接' },
    },
  },
  starts: signUpStarts,
  good: { start: 'fresh', end: 'showingDone' },
  controls: {
    SUBMIT_INTRODUCER: {
      name: 'sign-up:introducer.submit',
      fields: {
        introducer: 'sign-up:introducer.label',
        position: 'sign-up:position.label',
        seatUser: 'sign-up:seatUser.label',
      },
    },
    CHOOSE_OTHER_SIDE: { name: 'sign-up:seat.otherSide' },
    NEXT: { name: 'sign-up:seat.next' },
    BACK: {
      name: {
        'sign-up-seat': 'common:action.back',
        'sign-up-email': 'common:action.back',
        'sign-up-code': 'common:action.back',
        'sign-up-email-unchecked': 'common:action.back',
        'sign-up-email-taken': 'sign-up:taken.another',
        'sign-up-details': 'common:action.back',
        'sign-up-review': 'common:action.back',
      },
    },
    RETRY: {
      name: {
        'sign-up-email-unchecked': 'common:action.retry',
        'sign-up-review': 'sign-up:review.findSeat',
        'sign-up-unknown': 'requests:unknown.ask',
      },
    },
    SUBMIT_EMAIL: { name: 'sign-up:email.submit', fields: { email: 'sign-up:email.label' } },
    SUBMIT_CODE: { name: 'mail-code:submit', fields: { code: 'mail-code:code' } },
    RESEND_CODE: { name: 'mail-code:resend' },
    SUBMIT_DETAILS: {
      name: 'sign-up:details.submit',
      fields: { username: 'sign-up:username.label', name: 'sign-up:name.label', phone: 'sign-up:phone.label' },
    },
    REGISTER: {
      name: 'sign-up:review.submit',
      fields: { password: 'sign-up:password.label', agreed: 'sign-up:terms.agree' },
    },
    SIGN_IN: { name: 'sign-up:done.signIn' },
  },
  shows: signUpShows,
  messages: {
    'enteringCode.notVerified': 'sign-up:code.notVerified.title',
    emailTaken: 'problems:email_taken',
    'reviewing.seatTaken': 'problems:seat_taken',
  },
  events: {
    SUBMIT_INTRODUCER: { filled: typed.introducer },
    CHOOSE_OTHER_SIDE: press,
    NEXT: press,
    BACK: press,
    RETRY: press,
    SUBMIT_EMAIL: { filled: typed.email },
    SUBMIT_CODE: { filled: { code: '492039' } },
    RESEND_CODE: press,
    SUBMIT_DETAILS: { filled: typed.details },
    REGISTER: { filled: { password: 'correct-horse-battery', agreed: true } },
    SIGN_IN: press,
  },
  outcomes: {
    checkIntroducerAndSeatUser: {
      ...commonCases,
      ...introducerCases,
      found: {
        output: { kind: 'found', seat: sampleSeat },
        reply: { status: 200, body: { ...sampleSeat, position: 'left' } },
      },
    },
    getSeatBottom: {
      ...commonCases,
      found: { output: { kind: 'found', place: places.right }, reply: { status: 200, body: places.right } },
      noSeat: refusal('noSeat', 404, sampleProblem('not_found')),
    },
    sendEmailVerificationCodeNoLogin: {
      ...commonCases,
      sent: { output: { kind: 'sent', key }, reply: { status: 200, body: { expiresIn: 600, resendIn: 60 } } },
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'codeTooSoonElsewhere',
      }),
      keyUsed,
    },
    verifyEmailNoLogin: {
      ...commonCases,
      proven: {
        output: { kind: 'proven', key },
        typed: { code: ['mailedCode'] },
        reply: { status: 200, body: { proof: 'evp_sample', expiresIn: 1800 } },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      codeOver: refusal('codeOver', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
      keyUsed,
    },
    isEmailExists: {
      ...commonCases,
      free: { output: { kind: 'free', key }, reply: { status: 200, body: { existed: false } } },
      taken: {
        output: { kind: 'taken', key },
        arrange: 'membersAddress',
        reply: { status: 200, body: { existed: true } },
      },
      notVerified: refusal('notVerified', 403, sampleProblem('email_not_verified'), {
        arrange: 'withoutCookies',
      }),
    },
    registerInSeat: {
      ...commonCases,
      ...introducerCases,
      registered: {
        output: { kind: 'registered', member: newMember },
        reply: { status: 200, body: { ...newMember, seatNo: 243, position: 'left' } },
      },
      seatTaken: refusal('seatTaken', 409, sampleProblem('seat_taken'), {
        arrange: 'placeTaken',
      }),
      usernameTaken: refusal('usernameTaken', 409, sampleProblem('username_taken'), {
        arrange: 'usernameTaken',
      }),
      emailTaken: refusal('emailTaken', 409, sampleProblem('email_taken'), {
        arrange: 'memberTakesAddress',
      }),
      notVerified: refusal('notVerified', 403, sampleProblem('email_not_verified'), {
        arrange: 'halfAnHourAfterCode',
      }),
      emailDifferent: refusal('emailDifferent', 400, sampleProblem('email_different'), {
        arrange: 'anotherAddressElsewhere',
      }),
      passwordRefused: refusal(
        'passwordRefused',
        400,
        sampleProblem('password_refused', { errors: ['This password is too common.'] }),
        { typed: { password: 'password12345' } },
      ),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: {
      ...commonCases,
      done: {
        output: { kind: 'done', member: newMember },
        arrange: 'cutAfterReached',
        reply: {
          status: 200,
          body: {
            state: 'done',
            operationId: 'registerInSeat',
            status: 200,
            answer: { ...newMember, seatNo: 243, position: 'left' },
          },
        },
      },
      notDone: {
        output: { kind: 'notDone' },
        arrange: 'cutBeforeSent',
        reply: { status: 200, body: { state: 'unknown' } },
      },
      running: { output: { kind: 'running' }, reply: { status: 200, body: { state: 'running' } } },
    },
  },
});
