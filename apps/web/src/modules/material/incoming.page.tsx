import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { usePart } from '../../shared/ui/use-part.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { CertificateList } from './certificate-list.tsx'
import { planQuery } from './material.queries.ts'
import { ReceiptList } from './receipt-list.tsx'
import './material.css'
import { PlanForm } from './plan-form.tsx'

const parts = ['receipts', 'certificates'] as const
type Part = (typeof parts)[number]

const shownBy: Readonly<Record<Part, () => React.JSX.Element>> = {
  receipts: ReceiptList,
  certificates: CertificateList,
}

/** Received material, and the certificates that permit its use. */
export function IncomingPage() {
  const { t } = useTranslation('material')
  const [open, setOpen] = useState(false)
  const { data: plan } = useQuery(planQuery)
  const [part, show] = usePart(parts)
  const Shown = shownBy[part]
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.incoming')} note={t('note')}>
        <ReasonButton allowed={plan?.can.edit} onClick={() => setOpen(true)}>
          {t('plan.title')}
        </ReasonButton>
      </PageHeader>
      <PartTabs
        label={t('shell:route.incoming')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        <Shown key={part} />
      </PartTabs>
      {open && plan !== undefined && <PlanForm plan={plan} onClose={() => setOpen(false)} />}
    </div>
  )
}
