import { CameraOutlined, ScanOutlined } from '@ant-design/icons'
import type { PackOutcome } from '@cloud-factory/contract/shipping/packages'
import { Button, Form, Input, type InputRef, Skeleton } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codesIn } from '../../shared/scan/code.rules.ts'
import { ScanCamera } from '../../shared/scan/camera.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { OutcomeLine } from './outcome-line.tsx'

interface Props {
  readonly onPack: (pieces: readonly string[]) => Promise<readonly PackOutcome[]>
  readonly onPick: () => void
}

/** So many of the last answers stay in sight. */
const shown = 4

interface ScanResult extends PackOutcome {
  readonly key: number
}

/** A field for a hand scanner, typing or the camera: each code packs. The focus stays, so the next can follow at once. */
export function PackBox({ onPack, onPick }: Props) {
  const { t } = useTranslation('shipping')
  const field = useRef<InputRef>(null)
  const { text, setText, busy, error, reported, pack } = usePacking(onPack)
  const [camera, setCamera] = useState(false)
  const packTyped = async () => {
    setText('')
    await pack(text)
    field.current?.focus()
  }
  return (
    <section className="pack-box" aria-label={t('pack.title')}>
      <Form layout="inline" className="pack-line" onFinish={() => void packTyped()}>
        <Input
          ref={field}
          autoFocus
          className="pack-field"
          prefix={<ScanOutlined />}
          maxLength={300}
          value={text}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (codesIn(pasted).length < 2) return
            event.preventDefault()
            void pack(pasted)
          }}
          aria-label={t('pack.scan')}
          placeholder={t('pack.scan')}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit" type="primary" loading={busy > 0}>
          {t('pack.add')}
        </Button>
        <Button icon={<CameraOutlined />} aria-expanded={camera} onClick={() => setCamera(!camera)}>
          {t('production:scan.camera')}
        </Button>
        <Button onClick={onPick}>{t('pack.pick')}</Button>
      </Form>
      {camera && (
        <Suspense fallback={<Skeleton active />}>
          <div className="pack-camera">
            <ScanCamera goesOn onCode={(code) => void pack(code)} onClose={() => setCamera(false)} />
          </div>
        </Suspense>
      )}
      {error !== null && <ProblemAlert error={error} />}
      <ul className="pack-told" aria-live="polite">
        {reported.map((outcome) => (
          <OutcomeLine key={outcome.key} outcome={outcome} />
        ))}
      </ul>
    </section>
  )
}

/** The text of the field and the answers to what was packed, the latest first. */
function usePacking(onPack: Props['onPack']) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [reported, setReported] = useState<readonly ScanResult[]>([])
  const pack = async (text: string) => {
    const pieces = codesIn(text)
    if (pieces.length === 0) return
    setError(null)
    setBusy((now) => now + 1)
    try {
      const outcomes = await onPack(pieces)
      setReported((before) =>
        [
          ...outcomes.map((outcome, at) => ({ ...outcome, key: (before[0]?.key ?? 0) + at + 1 })),
          ...before,
        ].slice(0, Math.max(shown, outcomes.length)),
      )
    } catch (failure) {
      setError(failure)
      // Nothing was packed: what was scanned must not be lost.
      setText((now) => (now === '' ? text : now))
    } finally {
      setBusy((now) => now - 1)
    }
  }
  return { text, setText, busy, error, reported, pack }
}
