import type { CommentView } from '@cloud-factory/contract/inbox/conversations'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { CommentFiles } from './comment-files.tsx'
import { CommentForm } from './comment-form.tsx'
import { type RecordKey, useConversationChanged } from './inbox.queries.ts'
import { type Draft, fileIds, mentionIds, textParts } from './mentions.rules.ts'

interface Props {
  readonly comment: CommentView
  readonly record: RecordKey
}

/** One comment; its author can change and delete it. */
export function CommentItem({ comment, record }: Props) {
  const { t } = useTranslation('inbox')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const { author, createdAt, editedAt, can } = comment
  return (
    <li>
      <p className="comment-head">
        <strong>{author.name}</strong>
        <Ago at={createdAt} />
        {editedAt !== null && <span>{t('edited')}</span>}
        {can.edit === true && open !== 'edit' && (
          <button type="button" className="link-button" onClick={() => setOpen('edit')}>
            {t('common:action.edit')}
          </button>
        )}
        {can.delete === true && open !== 'edit' && (
          <button type="button" className="link-button" onClick={() => setOpen('delete')}>
            {t('common:action.delete')}
          </button>
        )}
      </p>
      {open === 'edit' ? <EditComment {...{ comment, record }} onClose={close} /> : <Content {...comment} />}
      {open === 'delete' && <DeleteComment {...{ comment, record }} onClose={close} />}
    </li>
  )
}

function Content({ text, mentions, files, author }: CommentView) {
  return (
    <>
      {text !== '' && <Text {...{ text, mentions }} />}
      <CommentFiles {...{ files, author }} />
    </>
  )
}

/** The text as it was typed: markup in it means nothing, line breaks stay. */
function Text({ text, mentions }: Pick<CommentView, 'text' | 'mentions'>) {
  return (
    <p className="comment-text">
      {textParts(text, mentions).map(({ text: part, isMention }, at) =>
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text never change places
        isMention ? <b key={at}>{part}</b> : <span key={at}>{part}</span>,
      )}
    </p>
  )
}

interface OpenProps extends Props {
  readonly onClose: () => void
}

const draftOf = ({ text, mentions, files }: CommentView): Draft => ({
  text,
  chosen: mentions,
  files: files.map(({ id, name }) => ({ key: id, id, name, percent: 100, error: null })),
})

function EditComment({ comment, record, onClose }: OpenProps) {
  const { t } = useTranslation('inbox')
  const changed = useConversationChanged(record)
  const { busy, error, submit } = useSubmit()
  const [draft, setDraft] = useState<Draft>(() => draftOf(comment))
  // The version that was edited: a change from another window meanwhile must not be lost.
  const [version] = useState(comment.version)
  useDirty(draft.text !== comment.text || draft.files.length !== comment.files.length)
  const save = () =>
    submit(async () => {
      const body = { version, text: draft.text, mentions: mentionIds(draft), files: fileIds(draft) }
      await api('PATCH /api/comments/:id', { params: { id: comment.id }, body }).finally(changed)
      onClose()
    })
  return (
    <CommentForm
      record={record}
      label={t('write')}
      action={t('shell:form.save')}
      draft={draft}
      busy={busy}
      error={error}
      onDraft={setDraft}
      onSend={() => void save()}
      onCancel={onClose}
    />
  )
}

function DeleteComment({ comment, record, onClose }: OpenProps) {
  const { t } = useTranslation('inbox')
  const { id, version } = comment
  return (
    <ActionDialog
      title={t('deleteAsk')}
      action={t('deleteAction')}
      danger
      act={() => api('DELETE /api/comments/:id', { params: { id }, query: { version } })}
      changed={useConversationChanged(record)}
      onDone={onClose}
      onClose={onClose}
    >
      {t('deleteText')}
    </ActionDialog>
  )
}
