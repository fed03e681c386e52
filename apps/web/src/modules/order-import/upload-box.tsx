import { droppedFiles } from '../../shared/ui/dropped-files.ts'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { Alert, Button, Space, Progress } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { bytesText } from '../../shared/format/numbers.ts'
import { endings, type FileProblem, maxFileBytes, maxFiles, sortFiles } from './import.rules.ts'
import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import {
  useCallback,
  useRef,
  useState,
  type ComponentProps,
  type DragEvent,
  type RefObject,
  useEffect,
  useId,
} from 'react'
import { api } from '../../shared/api.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { InboxOutlined } from '@ant-design/icons'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'

interface RefusedFilesProps {
  readonly refused: readonly { readonly file: File; readonly reason: FileProblem }[]
  /** Number of files that can be sent all the same. */
  readonly good: number
  readonly onSend: () => void
  readonly onAgain: () => void
}

const shownAtMost = 20

/**
 * Names each file that cannot be sent and the remedy; nothing was sent yet. Drawings beside a list are no fault: they stay behind,
 * and the list is sent with one click.
 */
function RefusedFiles({ refused, good, onSend, onAgain }: RefusedFilesProps) {
  const { t } = useTranslation('order-import')
  const named = refused.filter(({ reason }) => reason !== 'drawing')
  const drawings = refused.length - named.length
  const isFault = named.length > 0 || good === 0
  const limits = { endings: endings.join(' '), most: bytesText(maxFileBytes), files: maxFiles, n: drawings }
  return (
    <Alert
      type={isFault ? 'error' : 'info'}
      showIcon
      title={isFault ? t('refused.title', { n: refused.length }) : t('refused.drawing', { n: drawings })}
      description={
        <>
          <ul className="refused-files">
            {isFault && drawings > 0 && <li>{t('refused.drawing', { n: drawings })}</li>}
            {named.slice(0, shownAtMost).map(({ file, reason }) => (
              <li key={`${file.name} ${reason}`}>
                {t(`refused.${reason}`, { name: file.name, size: bytesText(file.size), ...limits })}
              </li>
            ))}
            {named.length > shownAtMost && <li>{t('refused.more', { n: named.length - shownAtMost })}</li>}
          </ul>
          <Space wrap>
            <Button type={isFault ? 'primary' : 'default'} onClick={onAgain}>
              {t('refused.again')}
            </Button>
            {good > 0 && (
              <Button type={isFault ? 'default' : 'primary'} onClick={onSend}>
                {t('refused.sendRest', { n: good })}
              </Button>
            )}
          </Space>
        </>
      }
    />
  )
}

interface UploadState {
  /** Files that can be sent. */
  readonly files: readonly File[]
  readonly refused: readonly { readonly file: File; readonly reason: FileProblem }[]
  /** 0 to 100 while sending; undefined when nothing is being sent. */
  readonly percent: number | undefined
  readonly error: unknown
  /** The import that the sent files began. */
  readonly started: ImportView | undefined
}

const nothing: UploadState = {
  files: [],
  refused: [],
  percent: undefined,
  error: undefined,
  started: undefined,
}

/** Sends selected files to an order: at once if all are valid, otherwise after confirmation. */
function useUpload(orderId: string) {
  const [state, setState] = useState(nothing)
  const abort = useRef<AbortController>(null)
  useDirty(state.percent !== undefined)

  const start = useCallback(
    async (files: readonly File[]) => {
      const stop = new AbortController()
      abort.current = stop
      setState({ ...nothing, files, percent: 0 })
      try {
        const started = await api('POST /api/orders/:id/imports', {
          params: { id: orderId },
          upload: { field: 'files', files },
          onProgress: (percent) => setState((now) => ({ ...now, percent })),
          signal: stop.signal,
        })
        setState({ ...nothing, started })
      } catch (error) {
        setState(stop.signal.aborted ? nothing : { ...nothing, error })
      }
    },
    [orderId],
  )
  const choose = useCallback(
    (chosen: readonly File[]) => {
      if (chosen.length === 0) return
      const { good, refused } = sortFiles(chosen)
      if (refused.length === 0) void start(good)
      else setState({ ...nothing, files: good, refused })
    },
    [start],
  )
  return {
    state,
    choose,
    /** Sends the files that can be sent. */
    send: useCallback(() => void start(state.files), [start, state.files]),
    cancel: useCallback(() => abort.current?.abort(), []),
    reset: useCallback(() => setState(nothing), []),
  }
}

interface UploadBoxProps {
  readonly orderId: string
  /** The order's `can.import`; undefined while it is not known. */
  readonly allowed: true | string | undefined
  /** Called on the visible page with the import that was begun. */
  readonly onStarted: (view: ImportView) => void
  /** Prompt of the drop area; default: a list of the order. */
  readonly invitation?: string
  /** In one line. */
  readonly compact?: boolean
}

/** Selects or drops lists and part files; they are sent at once. */
export function UploadBox({ orderId, allowed, onStarted, invitation, compact = false }: UploadBoxProps) {
  const { t } = useTranslation('order-import')
  const { state, choose, send, cancel, reset } = useUpload(orderId)
  const { started } = state
  // Effects run on the visible page only: a user who switched to another tab meanwhile is not
  // redirected.
  useEffect(() => {
    if (started === undefined) return
    reset()
    onStarted(started)
  }, [started, reset, onStarted])

  if (state.percent !== undefined) {
    return (
      <div className="upload-box is-busy" role="status">
        <p>{t(state.percent < 100 ? 'upload.sending' : 'upload.storing', { n: state.files.length })}</p>
        <Progress percent={state.percent} aria-label={t('upload.progress')} />
        <Button onClick={cancel}>{t('upload.cancel')}</Button>
      </div>
    )
  }
  return (
    <>
      {state.error !== undefined && <ProblemAlert error={state.error} />}
      {state.refused.length > 0 ? (
        <RefusedFiles refused={state.refused} good={state.files.length} onSend={send} onAgain={reset} />
      ) : (
        <DropArea allowed={allowed} onChoose={choose} invitation={invitation} compact={compact} />
      )}
    </>
  )
}

interface DropAreaProps {
  readonly allowed: true | string | undefined
  readonly onChoose: (files: readonly File[]) => void
  readonly invitation: string | undefined
  readonly compact: boolean
}

function DropArea({ allowed, onChoose, invitation, compact }: DropAreaProps) {
  const { t } = useTranslation('order-import')
  const reasonText = useReasonText()
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const hint = useId()
  if (allowed !== true) {
    return allowed === undefined ? null : <Alert type="info" showIcon title={reasonText(allowed)} />
  }
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <div
      className={`upload-box ${over ? 'is-over' : ''} ${compact ? 'is-compact' : ''}`}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        void droppedFiles(event.dataTransfer).then(onChoose)
      }}
    >
      <InboxOutlined className="upload-icon" aria-hidden />
      <p className="upload-drop">{invitation ?? t('upload.drop')}</p>
      <Button type="primary" aria-describedby={hint} onClick={() => input.current?.click()}>
        {t('upload.choose')}
      </Button>{' '}
      <Button aria-describedby={hint} onClick={() => folder.current?.click()}>
        {t('upload.folder')}
      </Button>
      {/* React passes `webkitdirectory` through unchanged; the types know only the future standard attribute. */}
      <FilesInput
        input={folder}
        onChoose={onChoose}
        {...{ webkitdirectory: '' }}
        data-testid="import-folder"
      />
      <FilesInput input={input} onChoose={onChoose} data-testid="import-files" accept={endings.join(',')} />
      <p className="page-note" id={hint}>
        {t('upload.hint', { endings: endings.join(' '), most: bytesText(maxFileBytes) })}
      </p>
    </div>
  )
}

interface FilesInputProps extends ComponentProps<'input'> {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onChoose: (files: readonly File[]) => void
}

function FilesInput({ input, onChoose, ...attributes }: FilesInputProps) {
  return <FileInput {...attributes} ref={input} multiple onFiles={(files) => onChoose(files)} />
}
