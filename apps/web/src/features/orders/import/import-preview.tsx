import type { ImportView } from '@cloud-factory/contract/order-imports'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { ImportActions } from './import-actions.tsx'
import { ImportDetails } from './import-details.tsx'
import { ImportFigures } from './import-figures.tsx'
import { needsColumns } from './needs-columns.rules.ts'
import { PartFilesCard } from './part-files-card.tsx'
import { MemoryNote } from './reading-card.tsx'
import { RevisionCard } from './revision-card.tsx'
import { TotalsTable } from './totals-table.tsx'
import { UnitsCard } from './units-card.tsx'
import { UploadAgain } from './upload-again.tsx'

/** What the files say, before anything of it is in the order. What has to be mended comes before the figures. */
export function ImportPreview({ view }: { readonly view: ImportView }) {
  const mustMend = view.status === 'failed' || view.errors > 0
  const summary = view.computed.marks > 0 && (
    <section className="import-card import-summary">
      <ImportFigures view={view} />
      {view.stated !== null && <TotalsTable view={view} />}
    </section>
  )
  return (
    <>
      <Verdict view={view} />
      <MemoryNote view={view} />
      <UnitsCard key={view.errors} view={view} />
      {mustMend && <UploadAgain view={view} />}
      {!mustMend && summary}
      {!mustMend && <PartFilesCard view={view} />}
      {!mustMend && <RevisionCard view={view} />}
      <ImportActions view={view} />
      <ImportDetails view={view} />
      {mustMend && summary}
    </>
  )
}

/** The preview in one sentence, and what to do now. */
function Verdict({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('imports')
  const { errors, warnings } = view
  if (view.status === 'failed') {
    return (
      <Alert
        type="error"
        showIcon
        title={t('verdict.failed')}
        description={t(needsColumns(view) ? 'verdict.columnsHelp' : 'verdict.failedHelp')}
      />
    )
  }
  if (errors > 0) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('verdict.errors', { n: errors })}
        description={t('verdict.errorsHelp')}
      />
    )
  }
  return warnings > 0 ? (
    <Alert type="warning" showIcon title={t('verdict.warnings', { n: warnings })} />
  ) : (
    <Alert type="success" showIcon title={t('verdict.good')} />
  )
}
