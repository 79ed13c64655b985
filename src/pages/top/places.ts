import { paths } from '#src/paths.ts';
import { statementsAddress } from '../history/statements-address.ts';

/** Every page of the app that members can open themselves, in groups, each named in the area `top`. */
export const PLACE_GROUPS = [
  {
    name: 'money',
    places: [
      { name: 'wallet', to: paths.wallet },
      { name: 'deposit', to: paths.deposit },
      { name: 'withdraw', to: paths.withdraw },
      { name: 'transfer', to: paths.transfer },
      { name: 'exchange', to: paths.exchange },
      { name: 'rates', to: paths.rates },
      { name: 'addresses', to: paths.addresses },
      { name: 'histories', to: paths.histories },
      { name: 'statements', to: statementsAddress },
    ],
  },
  {
    name: 'staking',
    places: [
      { name: 'plans', to: paths.plans },
      { name: 'staking', to: paths.staking },
    ],
  },
  {
    name: 'organization',
    places: [
      { name: 'organization', to: paths.organization },
      { name: 'organizationChart', to: paths.organizationChart },
      { name: 'sales', to: paths.sales },
      { name: 'referral', to: paths.referral },
    ],
  },
  {
    name: 'account',
    places: [
      { name: 'dashboard', to: paths.dashboard },
      { name: 'account', to: paths.account },
      { name: 'security', to: paths.security },
      { name: 'authentication', to: paths.authentication },
      { name: 'noticeSettings', to: paths.noticeSettings },
      { name: 'changeEmail', to: paths.changeEmail },
      { name: 'signOut', to: paths.signOut },
    ],
  },
  {
    name: 'help',
    places: [
      { name: 'news', to: paths.newsList },
      { name: 'faq', to: paths.faq },
      { name: 'contact', to: paths.contact },
      { name: 'terms', to: paths.terms },
      { name: 'privacy', to: paths.privacy },
      { name: 'risk', to: paths.risk },
    ],
  },
] as const;
