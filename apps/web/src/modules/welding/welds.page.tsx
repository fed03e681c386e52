import { useTranslation } from 'react-i18next'
import { usePart } from '../../shared/ui/use-part.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { CertificateList } from './certificate-list.tsx'
import { WeldScan } from './weld-scan.tsx'
import { WelderList } from './welder-list.tsx'
import { WeldsTable } from './welds-table.tsx'
import { WpsList } from './wps-list.tsx'
import '../quality-records/quality.css'

const parts = ['register', 'scan', 'welders', 'certificates', 'wps'] as const
type Part = (typeof parts)[number]

const shownBy: Readonly<Record<Part, () => React.JSX.Element>> = {
  register: WeldsTable,
  scan: WeldScan,
  welders: WelderList,
  certificates: CertificateList,
  wps: WpsList,
}

/** Welds of pieces with welders and procedures. */
export function WeldsPage() {
  const { t } = useTranslation('welding')
  const [part, show] = usePart(parts)
  const Shown = shownBy[part]
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.welds')} note={t('note')} />
      <PartTabs
        label={t('shell:route.welds')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        <Shown key={part} />
      </PartTabs>
    </div>
  )
}
