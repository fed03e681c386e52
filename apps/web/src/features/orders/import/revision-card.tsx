import type { ImportView } from '@cloud-factory/contract/order-imports'
import { Alert, Button, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { count } from '../../../shared/format/numbers.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ChangesTable } from './changes-table.tsx'
import { useCompare } from './revision.queries.ts'

/** What an import changes in an order that has marks already, and what is to be written of it. */
export function RevisionCard({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('imports')
  const compare = useCompare(view.id)
  const { differences } = view
  if (differences === null) return null
  return (
    <section className="import-card">
      <h2>{t('revision.title')}</h2>
      <div className="revision-scope">
        <Radio.Group
          aria-label={t('revision.scope')}
          value={view.whole}
          disabled={compare.isPending || view.can.discard !== true}
          onChange={({ target }) => compare.mutate({ whole: target.value === true })}
          options={[
            { value: false, label: t('revision.additional') },
            { value: true, label: t('revision.whole') },
          ]}
        />
        <Button
          size="small"
          loading={compare.isPending}
          onClick={() => compare.mutate({ whole: view.whole })}
        >
          {t('revision.again')}
        </Button>
      </div>
      {compare.error !== null && <ProblemAlert error={compare.error} />}
      {differences.removed > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('revision.removes', { n: count(differences.removed) })}
          description={t('revision.removesHelp')}
        />
      )}
      {differences.touched > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('revision.touched', { n: count(differences.touched) })}
          description={t('revision.touchedHelp')}
        />
      )}
      <ChangesTable view={view} open={view.can.discard === true} />
    </section>
  )
}
