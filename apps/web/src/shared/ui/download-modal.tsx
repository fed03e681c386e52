import { Button, Modal, Progress } from 'antd'
import { useState, useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { type Download, type Received, saveFile } from '../receive-file.ts'
import { ProblemAlert } from './problem-alert.tsx'
import { ReturnFocus } from './return-focus.tsx'
import { say } from './say.ts'

/** Progress of the generation of a file. */
interface Making {
  readonly done: number
  /** null: unknown yet. */
  readonly of: number | null
}

const everyMs = 700

/** Polls as long as it has a function to call; null: no polling, nothing known. A failed poll is ignored. */
function useMaking(ask: ((signal: AbortSignal) => Promise<Making>) | undefined): Making | null {
  const [making, setMaking] = useState<Making | null>(null)
  const hasQuestion = ask !== undefined
  const askOnce = useEffectEvent((signal: AbortSignal) => {
    ask?.(signal).then(
      (answer) => {
        if (!signal.aborted && answer.of !== null) setMaking(answer)
      },
      () => undefined,
    )
  })
  useEffect(() => {
    if (!hasQuestion) return
    const control = new AbortController()
    const timer = setInterval(() => askOnce(control.signal), everyMs)
    return () => {
      clearInterval(timer)
      control.abort()
    }
  }, [hasQuestion])
  return hasQuestion ? making : null
}

interface Props {
  readonly title: string
  /** Starts when the dialog is mounted, and again when the user retries. */
  readonly fetch: (options: {
    readonly signal: AbortSignal
    readonly onReceived: (received: Received) => void
  }) => Promise<Download>
  /** Polled until the first bytes arrive: progress of the file's generation; `of` null: unknown yet. */
  readonly progress?: (signal: AbortSignal) => Promise<Making>
  /** Called when saved or cancelled. */
  readonly onClose: () => void
}

/** The dialog of `DownloadDialog`, with Ant Design. */
export function DownloadModal({ title, fetch, progress, onClose }: Props) {
  const { t } = useTranslation()
  const { received, error, again } = useDownload(fetch, onClose)
  const making = useMaking(error === null && received.bytes === 0 ? progress : undefined)
  const percent = making === null ? percentOf(received) : shareOf(making)
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={title}
        onCancel={onClose}
        mask={{ closable: false }}
        footer={
          <>
            {error !== null && <Button onClick={again}>{t('broken.again')}</Button>}
            <Button onClick={onClose}>{t('form.cancel')}</Button>
          </>
        }
      >
        {error === null ? (
          <>
            <Progress percent={percent ?? 0} status="active" showInfo={percent !== null} aria-label={title} />
            <p role="status">
              {received.bytes > 0
                ? t('download.received', { size: sizeText(received.bytes) })
                : making?.of === undefined || making.of === null
                  ? t('download.begins')
                  : t('download.making', { done: making.done, of: making.of })}
            </p>
          </>
        ) : (
          <ProblemAlert error={error} />
        )}
      </Modal>
    </>
  )
}

/** Fetches when it is mounted and when it is asked for `again`; `onSaved` is called once the file is saved. */
function useDownload(fetch: Props['fetch'], onSaved: () => void) {
  const { t } = useTranslation()
  const [received, setReceived] = useState<Received>({ bytes: 0, total: null, isGuess: true })
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(1)
  const run = useEffectEvent(async (control: AbortController) => {
    try {
      const file = await fetch({ signal: control.signal, onReceived: setReceived })
      if (control.signal.aborted) return
      saveFile(file)
      say('success', t('download.saved', { name: file.name }))
      onSaved()
    } catch (failure) {
      if (!control.signal.aborted) setError(failure)
    }
  })
  useEffect(() => {
    const control = new AbortController()
    // A moment later: what is mounted twice, as in development, asks once.
    const timer = setTimeout(() => void run(control))
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [tries])
  const again = () => {
    setError(null)
    setReceived({ bytes: 0, total: null, isGuess: true })
    setTries((count) => count + 1)
  }
  return { received, error, again }
}

/** Never full before it is saved: a guess may be too small. */
const percentOf = ({ bytes, total }: Received): number | null =>
  total === null || total === 0 ? null : Math.min(99, Math.floor((bytes / total) * 100))

/** Generated is not yet received: the rest of the bar is for that. */
const shareOf = ({ done, of }: Making): number | null =>
  of === null || of === 0 ? null : Math.floor((done / of) * 95)

function sizeText(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.ceil(bytes / 1024)} KB`
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
