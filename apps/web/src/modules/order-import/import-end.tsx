import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { Button, Result } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { useCloseTab } from '../../shared/tabs/tab-hooks.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ChangesTable } from './changes-table.tsx'
import { ImportDetails } from './import-details.tsx'
import { PartFilesCard } from './part-files-card.tsx'
import { useUndoImport } from './revision.queries.ts'

/** An applied, discarded or withdrawn import: its result, and the link back. */
export function ImportEnd({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const close = useCloseTab()
  const applied = view.status === 'applied'
  return (
    <>
      <Result
        status={applied ? 'success' : 'info'}
        title={t(`end.${view.status as 'applied' | 'discarded' | 'undone'}`, { order: view.orderNo })}
        subTitle={<EndWords view={view} />}
        extra={[
          <Button
            key="back"
            type="primary"
            onClick={() => void close({ to: `/order/detail/${view.orderId}`, force: true })}
          >
            {t('end.back', { order: view.orderNo })}
          </Button>,
          applied && <UndoButton key="undo" view={view} />,
        ]}
      />
      {view.differences !== null && view.status !== 'discarded' && (
        <section className="import-card">
          <h2>{t('revision.title')}</h2>
          <ChangesTable view={view} open={false} />
        </section>
      )}
      {view.status !== 'discarded' && <PartFilesCard view={view} />}
      {view.status !== 'discarded' && <ImportDetails view={view} />}
    </>
  )
}

function EndWords({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const instant = useInstant()
  const { computed, differences, undone } = view
  if (undone !== null) return t('end.undoneText', { name: undone.by, at: instant(undone.at) })
  if (view.status !== 'applied') return t('end.discardedText')
  const text =
    differences === null
      ? t('end.appliedText', {
          marks: count(computed.marks),
          pieces: count(computed.pieces),
          tonnes: tonnes(computed.netKg),
        })
      : t('end.revisedText', { accepted: count(differences.accepted), held: count(differences.held) })
  return `${text} ${instant(view.appliedAt)}`
}

function UndoButton({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const [asked, setAsked] = useState(false)
  const undo = useUndoImport(view.id)
  return (
    <>
      <ReasonButton allowed={view.can.undo} onClick={() => setAsked(true)}>
        {t('undo.button')}
      </ReasonButton>
      {asked && (
        <ActionDialog
          title={t('undo.question')}
          action={t('undo.button')}
          keep={t('discard.keep')}
          danger
          act={undo}
          onDone={() => setAsked(false)}
          onClose={() => setAsked(false)}
        >
          {t('undo.help', { order: view.orderNo })}
        </ActionDialog>
      )}
    </>
  )
}
