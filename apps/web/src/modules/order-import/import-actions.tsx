import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import { Button, Popconfirm } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count, exactTonnes } from '../../shared/format/numbers.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { problemOf } from '../../shared/request.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { useEndImport } from './imports.queries.ts'

/** Write it to the order, or drop it. */
export function ImportActions({ view }: { readonly view: ImportView }) {
  const { t } = useTranslation('order-import')
  const reasonText = useReasonText()
  const apply = useEndImport(view.id, 'apply')
  const discard = useEndImport(view.id, 'discard')
  const failure = apply.error ?? discard.error
  const asksWeights = problemOf(apply.error)?.params?.['reason'] === 'order.unweighed'
  if (apply.isPending) {
    return (
      <div className="import-actions" role="status">
        {/* The server writes all or nothing in one go and cannot say how far it is. */}
        <span className="page-wait" role="progressbar" aria-label={t('work.applying')} />
        <span>{t('work.applyingCount', { n: count(view.computed.pieces) })}</span>
      </div>
    )
  }
  return (
    <>
      {failure !== null && <ProblemAlert error={failure} />}
      <Overlay onClose={apply.reset}>
        {asksWeights && (
          <ActionDialog
            title={t('apply.unweighed')}
            action={t('apply.anyway')}
            reason="required"
            reasonLabel={t('apply.unweighedReason')}
            maxWords={300}
            act={(reason) => apply.mutateAsync(reason)}
            onDone={() => undefined}
            onClose={apply.reset}
          >
            <ProblemAlert error={failure} />
          </ActionDialog>
        )}
      </Overlay>
      <div className="import-actions">
        <ApplyButton view={view} onApply={() => apply.mutate(undefined)} />
        <DiscardButton
          allowed={view.can.discard}
          busy={discard.isPending}
          onDiscard={() => discard.mutate(undefined)}
        />
        {view.status === 'ready' && view.can.apply !== true && (
          <span className="page-note">{reasonText(view.can.apply)}</span>
        )}
      </div>
    </>
  )
}

interface ApplyProps {
  readonly view: ImportView
  readonly onApply: () => void
}

function ApplyButton({ view, onApply }: ApplyProps) {
  const { t } = useTranslation('order-import')
  if (view.status !== 'ready') return null
  return (
    <ReasonButton type="primary" allowed={view.can.apply} onClick={onApply}>
      {view.differences === null
        ? t('apply.button', {
            pieces: count(view.computed.pieces),
            tonnes: exactTonnes(view.computed.netKg),
          })
        : t('apply.revision', {
            accepted: count(view.differences.accepted),
            held: count(view.differences.held),
          })}
    </ReasonButton>
  )
}

interface DiscardProps {
  readonly allowed: true | string
  readonly busy: boolean
  readonly onDiscard: () => void
}

function DiscardButton({ allowed, busy, onDiscard }: DiscardProps) {
  const { t } = useTranslation('order-import')
  if (allowed !== true) return <ReasonButton allowed={allowed}>{t('discard.button')}</ReasonButton>
  return (
    <Popconfirm
      title={t('discard.question')}
      description={t('discard.help')}
      okText={t('discard.button')}
      cancelText={t('discard.keep')}
      onConfirm={onDiscard}
    >
      <Button loading={busy}>{t('discard.button')}</Button>
    </Popconfirm>
  )
}
