import { CameraOutlined, CloseOutlined, PaperClipOutlined } from '@ant-design/icons'
import type { CommentView } from '@cloud-factory/contract/inbox/conversations'
import { maxCommentFiles } from '@cloud-factory/domain/inbox/record-kinds'
import { Button, Progress } from 'antd'
import { useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { newUuid } from '../../shared/new-uuid.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { FetchedPhoto } from '../../shared/ui/photo-strip.tsx'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import type { RecordKey } from './inbox.queries.ts'
import type { Draft, DraftFile } from './mentions.rules.ts'

type OnDraft = (change: (draft: Draft) => Draft) => void

/** Uploads files for a comment that is being written; each one shows its own progress and error. */
export function useAttach(record: RecordKey, count: number, onDraft: OnDraft) {
  const { t } = useTranslation('inbox')
  return (files: readonly File[]) => {
    const left = maxCommentFiles - count
    if (files.length > left) say('warning', t('tooManyFiles', { most: maxCommentFiles }))
    for (const file of files.slice(0, left)) void addFile(record, file, onDraft)
  }
}

async function addFile(record: RecordKey, file: File, onDraft: OnDraft): Promise<void> {
  const key = newUuid()
  const put = (change: Partial<DraftFile>) =>
    onDraft((draft) => ({
      ...draft,
      files: draft.files.map((one) => (one.key === key ? { ...one, ...change } : one)),
    }))
  const added = { key, id: null, name: file.name, percent: 0, error: null }
  onDraft((draft) => ({ ...draft, files: [...draft.files, added] }))
  try {
    const upload = { field: 'files' as const, files: [file] }
    const onProgress = (percent: number) => put({ percent })
    const stored = await api('POST /api/conversations/:kind/:id/files', {
      params: record,
      upload,
      onProgress,
    })
    put({ id: stored.id, name: stored.name })
  } catch (error) {
    put({ error })
  }
}

interface DraftFilesProps {
  readonly files: readonly DraftFile[]
  readonly onDraft: OnDraft
}

/** Files of a comment that is being written. */
export function DraftFiles({ files, onDraft }: DraftFilesProps) {
  const { t } = useTranslation('inbox')
  const problemMessage = useProblemMessage()
  const remove = (key: string) =>
    onDraft((draft) => ({ ...draft, files: draft.files.filter((one) => one.key !== key) }))
  if (files.length === 0) return null
  return (
    <ul className="comment-files">
      {files.map(({ key, id, name, percent, error }) => (
        <li key={key}>
          <span className="comment-file-name">{name}</span>
          {error !== null && <span className="is-urgent">{problemMessage(error)}</span>}
          {error === null && id === null && (
            <Progress percent={Math.round(percent)} size="small" aria-label={name} />
          )}
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('removeFile', { name })}
            onClick={() => remove(key)}
          />
        </li>
      ))}
    </ul>
  )
}

interface ButtonsProps {
  readonly count: number
  readonly onFiles: (files: readonly File[]) => void
}

/** Chooses files; on a phone the second button opens the camera. */
export function FileButtons({ count, onFiles }: ButtonsProps) {
  const { t } = useTranslation('inbox')
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isFull = count >= maxCommentFiles
  return (
    <span className="comment-attach">
      <Button
        type="text"
        icon={<PaperClipOutlined />}
        disabled={isFull}
        aria-label={t('attach')}
        title={t('attach')}
        onClick={() => files.current?.click()}
      />
      <Button
        className="comment-camera"
        type="text"
        icon={<CameraOutlined />}
        disabled={isFull}
        aria-label={t('takePicture')}
        title={t('takePicture')}
        onClick={() => camera.current?.click()}
      />
      <FileInput ref={files} multiple data-testid="comment-files" onFiles={onFiles} />
      <FileInput ref={camera} accept="image/*" capture="environment" onFiles={onFiles} />
    </span>
  )
}

/** Types that every browser shows. */
const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** Files of a posted comment: pictures as such, others to save. */
export function CommentFiles({ files, author }: Pick<CommentView, 'files' | 'author'>) {
  const problemMessage = useProblemMessage()
  const fetch = (id: string, signal?: AbortSignal) =>
    download('GET /api/comment-files/:id/file', { params: { id }, signal })
  const save = (id: string) =>
    fetch(id)
      .then(saveFile)
      .catch((error: unknown) => say('warning', problemMessage(error)))
  if (files.length === 0) return null
  return (
    <ul className="photo-strip">
      {files.map(({ id, name, type }) => (
        <li key={id}>
          {pictures.has(type) ? (
            <FetchedPhoto
              photo={{ id, name, type, addedBy: author.name }}
              className="photo-frame"
              fetch={(signal) => fetch(id, signal)}
            />
          ) : (
            <Button size="small" icon={<PaperClipOutlined />} onClick={() => void save(id)}>
              {name}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
