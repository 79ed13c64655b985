import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/organization.json';
import { isPath, paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { DownLines } from './down-lines.tsx';
import { filterOf } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { OrganizationMemberPage } from './member-page.tsx';
import { OwnFigures } from './own-figures.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    organization: typeof texts;
  }
}

const links = [
  { to: paths.organizationChart, icon: 'branch', name: 'links.chart' },
  { to: paths.sales, icon: 'bars', name: 'links.sales' },
] as const satisfies readonly { to: string; icon: MemberIconName; name: string }[];

/**
 * /Organization and its two detail levels (SRC §2) in one chunk, since a member who opens the list opens a detail next.
 */
export function OrganizationPage() {
  return isPath(useLocation().pathname, paths.organization) ? <OrganizationList /> : <OrganizationMemberPage />;
}

/**
 * /Organization (SRC §2, D-11): the member's own figures and everybody below. The filter is in the URL, so Back and a
 * reload keep it.
 */
function OrganizationList() {
  const { t } = useTranslation('organization');
  const [address, setAddress] = useSearchParams();
  const filter = filterOf(address);
  const choose = (chosen: Readonly<Record<string, string>>) => {
    const next = Object.entries(chosen).filter(([, value]) => value !== '');
    // Back leads to the page before, not through every filter that was tried.
    setAddress(new URLSearchParams(next), { replace: true });
  };
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <InvitePanel />
      <nav aria-label={t('links.title')} className="grid grid-cols-2 gap-3 sm:flex">
        {links.map(({ to, icon, name }) => (
          <ButtonLink key={to} to={to} kind="secondary" className="px-3 sm:px-5">
            <MemberIcon name={icon} />
            {t(name)}
          </ButtonLink>
        ))}
      </nav>
      <OwnFigures />
      <FilterForm filter={filter} onChoose={choose} />
      <DownLines filter={filter} />
    </>
  );
}
