import { ScanOutlined } from '@ant-design/icons'
import type { PackOutcome } from '@cloud-factory/contract/packages'
import { Button, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { OutcomeLine } from './outcome-line.tsx'

interface Props {
  readonly onPack: (pieces: readonly string[]) => Promise<readonly PackOutcome[]>
  readonly onPick: () => void
}

/** So many of the last answers stay in sight. */
const shown = 4

interface Told extends PackOutcome {
  readonly key: number
}

/** A field for a hand scanner or for typing: Enter packs. The focus stays, so the next code can follow at once. */
export function PackBox({ onPack, onPick }: Props) {
  const { t } = useTranslation('shipping')
  const field = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [told, setTold] = useState<readonly Told[]>([])
  const pack = async () => {
    const piece = text.trim()
    if (piece === '') return
    setText('')
    setError(null)
    setBusy((now) => now + 1)
    try {
      const outcomes = await onPack([piece])
      setTold((before) =>
        [
          ...outcomes.map((outcome, at) => ({ ...outcome, key: (before[0]?.key ?? 0) + at + 1 })),
          ...before,
        ].slice(0, shown),
      )
    } catch (failure) {
      setError(failure)
      // Nothing was packed: what was scanned must not be lost.
      setText((now) => (now === '' ? piece : now))
    } finally {
      setBusy((now) => now - 1)
      field.current?.focus()
    }
  }
  return (
    <section className="pack-box" aria-label={t('pack.title')}>
      <Form layout="inline" className="pack-line" onFinish={() => void pack()}>
        <Input
          ref={field}
          autoFocus
          className="pack-field"
          prefix={<ScanOutlined />}
          maxLength={300}
          value={text}
          aria-label={t('pack.scan')}
          placeholder={t('pack.scan')}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit" type="primary" loading={busy > 0}>
          {t('pack.add')}
        </Button>
        <Button onClick={onPick}>{t('pack.pick')}</Button>
      </Form>
      {error !== null && <ProblemAlert error={error} />}
      <ul className="pack-told" aria-live="polite">
        {told.map((outcome) => (
          <OutcomeLine key={outcome.key} outcome={outcome} />
        ))}
      </ul>
    </section>
  )
}
