import type { DeliveryRow } from '@cloud-factory/contract/deliveries'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { useCloseTab, useDirty } from '../../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { say } from '../../../shared/ui/say.ts'
import { useOrdersChanged } from '../orders.queries.ts'
import { type Exceptions, ReceiptPieces } from './receipt-pieces.tsx'
import { pictureOf, SignaturePad } from './signature-pad.tsx'

/** One receipt: sent again after a lost reply it is kept once, for its key stays the same. */
export function ReceiptForm({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const closeTab = useCloseTab()
  const canvas = useRef<HTMLCanvasElement>(null)
  const running = useRef(false)
  const receiptKey = useRequestKey()
  const [exceptions, setExceptions] = useState<Exceptions>(new Map())
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [signed, setSigned] = useState(false)
  const [tried, setTried] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  useDirty(exceptions.size > 0 || name !== '' || note !== '' || signed)
  const send = async () => {
    setTried(true)
    if (name.trim() === '' || !signed || canvas.current === null || running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await api('POST /api/deliveries/:id/receive', {
        params: { id: delivery.id },
        body: {
          receiptKey,
          receivedBy: name.trim(),
          receiptNote: note.trim() || null,
          signature: pictureOf(canvas.current),
          exceptions: [...exceptions].map(([pieceId, one]) => ({ pieceId, ...one, note: one.note.trim() })),
        },
      })
      say('success', t('receipt.done', { no: delivery.no }))
      await changed()
      void closeTab({ to: `/order/delivery/${delivery.id}`, force: true })
    } catch (failure) {
      setError(failure)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const missingName = tried && name.trim() === ''
  const missingSign = tried && !signed
  return (
    <>
      <ReceiptPieces deliveryId={delivery.id} exceptions={exceptions} onChange={setExceptions} />
      <Form layout="vertical" className="receipt-form" onFinish={() => void send()}>
        <Form.Item
          label={t('field.receivedBy')}
          htmlFor="receivedBy"
          required
          {...(missingName ? { validateStatus: 'error', help: t('shell:form.required') } : {})}
        >
          <Input
            id="receivedBy"
            maxLength={60}
            autoComplete="name"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Form.Item>
        <Form.Item label={t('field.receiptNote')} htmlFor="receiptNote">
          <Input.TextArea
            id="receiptNote"
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
        <Form.Item
          label={t('receipt.signature')}
          required
          {...(missingSign ? { validateStatus: 'error', help: t('receipt.signFirst') } : {})}
        >
          <SignaturePad canvas={canvas} name={name} signed={signed} onSigned={setSigned} />
        </Form.Item>
        {error !== null && <ProblemAlert error={error} />}
        <Button block type="primary" size="large" htmlType="submit" loading={busy}>
          {t('receipt.send')}
        </Button>
      </Form>
    </>
  )
}
