import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import type { ProductionLotRow } from '@cloud-factory/contract/production/production'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { say } from '../../shared/ui/say.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { MarkSelect } from './mark-select.tsx'
import './work.css'

interface Props {
  readonly orderId: string
  readonly batch: ProductionLotRow
  readonly onClose: () => void
}

const maxMarks = 200
const maxSerials = 200

/**
 * Assigns whole marks, or pieces by serial number, to a lot, or removes them. Mount it when it
 * opens.
 */
export function AssignDialog({ orderId, batch, onClose }: Props) {
  const { t } = useTranslation('production')
  const changed = useOrdersChanged()
  const [marks, choose] = useState<readonly MarkRow[]>([])
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const { busy, error, submit } = useSubmit()
  const serials = serialsIn(text)
  const nothing = marks.length + serials.length === 0
  useDirty(!nothing)
  const assign = async (remove: boolean) => {
    const { ids, missing } = await piecesOf(orderId, serials)
    setUnknown(missing)
    if (missing.length > 0) return
    const body = { pieceIds: ids, markIds: marks.map(({ id }) => id), remove }
    await api('POST /api/batches/:id/pieces', { params: { id: batch.id }, body })
    say('success', t('batch.assigned'))
    onClose()
  }
  const run = (remove: boolean) => void submit(() => assign(remove).finally(() => void changed()))
  return (
    <Modal
      open
      title={t('batch.assignTitle', { no: batch.no })}
      onCancel={() => !busy && onClose()}
      mask={{ closable: false }}
      footer={
        <div className="dialog-buttons">
          <Button disabled={nothing} loading={busy} onClick={() => run(true)}>
            {t('batch.take')}
          </Button>
          <Button type="primary" disabled={nothing} loading={busy} onClick={() => run(false)}>
            {t('batch.add')}
          </Button>
        </div>
      }
    >
      {error !== null && <ProblemAlert error={error} />}
      <p className="action-text">{t('batch.assignText')}</p>
      <div className="report-field">
        <span>{t('batch.marks')}</span>
        <MarkSelect
          orderId={orderId}
          label={t('batch.marks')}
          chosen={marks}
          most={maxMarks}
          onChoose={choose}
        />
        <SerialsField text={text} unknown={unknown} onChange={setText} />
      </div>
    </Modal>
  )
}

interface SerialsProps {
  readonly text: string
  /** Serials that the order does not have. */
  readonly unknown: readonly string[]
  readonly onChange: (text: string) => void
}

function SerialsField({ text, unknown, onChange }: SerialsProps) {
  const { t } = useTranslation('production')
  const field = useId()
  return (
    <>
      <label htmlFor={field}>{t('batch.serials')}</label>
      <Input.TextArea
        id={field}
        rows={4}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        {...(unknown.length > 0 ? { status: 'error' as const } : {})}
      />
      {unknown.length > 0 && (
        <p className="is-late" role="alert">
          {t('batch.unknownSerials', { serials: unknown.join(', ') })}
        </p>
      )}
    </>
  )
}

const serialsIn = (text: string): readonly string[] =>
  [...new Set(text.split(/[\n,;，；]+/).map((line) => line.trim()))]
    .filter((line) => line !== '')
    .slice(0, maxSerials)

/** Ids of the pieces of these serials, and the serials that the order does not have. */
async function piecesOf(orderId: string, serials: readonly string[]) {
  const ids: string[] = []
  const missing: string[] = []
  for (const serial of serials) {
    const { items } = await api('GET /api/orders/:id/pieces', {
      params: { id: orderId },
      query: { q: serial, pageSize: 20 },
    })
    const piece = items.find((row) => row.serial === serial)
    if (piece === undefined) missing.push(serial)
    else ids.push(piece.id)
  }
  return { ids, missing }
}
