import {
  CameraOutlined,
  CheckCircleFilled,
  CloseCircleFilled,
  InfoCircleFilled,
  ScanOutlined,
} from '@ant-design/icons'
import { Button, Form, Input, type InputRef, Skeleton } from 'antd'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { useReasonText } from '../ui/use-reason-text.ts'
import { ScanCamera } from './camera-scan.tsx'
import { codesIn } from './scan.rules.ts'
import './code-box.css'

/** What became of one code. */
interface CodeOutcome {
  /** As sent. */
  readonly piece: string
  readonly serial: string | null
  readonly outcome: 'added' | 'removed' | 'done' | 'already' | 'refused'
  readonly reason: string | null
  readonly params: Readonly<Record<string, string | number>>
}

const signs = {
  added: <CheckCircleFilled className="outcome-good" />,
  removed: <CheckCircleFilled className="outcome-good" />,
  done: <CheckCircleFilled className="outcome-good" />,
  already: <InfoCircleFilled className="outcome-note" />,
  refused: <CloseCircleFilled className="outcome-bad" />,
} as const

type Signed = { readonly key?: number } & CodeOutcome

interface OutcomesProps {
  readonly outcomes: readonly Signed[]
  readonly wordOf: (outcome: CodeOutcome['outcome']) => string
  /** They replace what the user did in a dialog; otherwise they follow each other politely. */
  readonly isAlert?: boolean
}

/** A line for each code: what was done with its piece, or why not. */
export function CodeOutcomes({ outcomes, wordOf, isAlert = false }: OutcomesProps) {
  const reasonText = useReasonText()
  return (
    <ul className="code-outcomes" {...(isAlert ? { role: 'alert' } : { 'aria-live': 'polite' })}>
      {outcomes.map(({ key, piece, serial, outcome, reason, params }) => (
        <li key={key ?? piece} className={`outcome is-${outcome}`}>
          {signs[outcome]} <b>{serial ?? piece}</b>{' '}
          {reason === null ? wordOf(outcome) : reasonText(reason, undefined, params)}
        </li>
      ))}
    </ul>
  )
}

interface Words {
  /** Name of the box. */
  readonly title: string
  readonly scan: string
  readonly add: string
  readonly camera: string
}

interface Props extends Pick<OutcomesProps, 'wordOf'> {
  readonly words: Words
  /** Sends codes; rejects when nothing was done with them. */
  readonly onCodes: (codes: readonly string[]) => Promise<readonly CodeOutcome[]>
  /** Further buttons. */
  readonly children?: ReactNode
}

/** A field for a hand scanner, typing, pasting or the camera: each code is sent. The focus stays, so the next can follow at once. */
export function CodeBox({ words, wordOf, onCodes, children }: Props) {
  const field = useRef<InputRef>(null)
  const { text, setText, busy, error, reported, send } = useSending(onCodes)
  const [camera, setCamera] = useState(false)
  const sendTyped = async () => {
    setText('')
    await send(text)
    field.current?.focus()
  }
  return (
    <section className="code-box" aria-label={words.title}>
      <Form layout="inline" className="code-line" onFinish={() => void sendTyped()}>
        <Input
          ref={field}
          autoFocus
          className="code-field"
          prefix={<ScanOutlined />}
          maxLength={300}
          value={text}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (codesIn(pasted).length < 2) return
            event.preventDefault()
            void send(pasted)
          }}
          aria-label={words.scan}
          placeholder={words.scan}
          onChange={({ target }) => setText(target.value)}
        />
        <Button htmlType="submit" type="primary" loading={busy > 0}>
          {words.add}
        </Button>
        <Button icon={<CameraOutlined />} aria-expanded={camera} onClick={() => setCamera(!camera)}>
          {words.camera}
        </Button>
        {children}
      </Form>
      {camera && (
        <Suspense fallback={<Skeleton active />}>
          <div className="code-camera">
            <ScanCamera goesOn onCode={(code) => void send(code)} onClose={() => setCamera(false)} />
          </div>
        </Suspense>
      )}
      {error !== null && <ProblemAlert error={error} />}
      <CodeOutcomes outcomes={reported} wordOf={wordOf} />
    </section>
  )
}

/** So many of the last answers stay in sight. */
const shown = 4

interface ScanResult extends CodeOutcome {
  readonly key: number
}

/** The text of the field and the answers to what was sent, the latest first. */
function useSending(onCodes: Props['onCodes']) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [reported, setReported] = useState<readonly ScanResult[]>([])
  const send = async (typed: string) => {
    const codes = codesIn(typed)
    if (codes.length === 0) return
    setError(null)
    setBusy((now) => now + 1)
    try {
      const outcomes = await onCodes(codes)
      setReported((before) =>
        [
          ...outcomes.map((outcome, at) => ({ ...outcome, key: (before[0]?.key ?? 0) + at + 1 })),
          ...before,
        ].slice(0, Math.max(shown, outcomes.length)),
      )
    } catch (failure) {
      setError(failure)
      // Nothing was done: what was scanned must not be lost.
      setText((now) => (now === '' ? typed : now))
    } finally {
      setBusy((now) => now - 1)
    }
  }
  return { text, setText, busy, error, reported, send }
}
