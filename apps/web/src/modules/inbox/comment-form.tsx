import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Mentions } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { DraftFiles, FileButtons, useAttach } from './comment-files.tsx'
import { peopleQuery, type RecordKey } from './inbox.queries.ts'
import { canPost, type Draft } from './mentions.rules.ts'

interface Props {
  readonly record: RecordKey
  readonly label: string
  /** Label of the button. */
  readonly action: string
  readonly draft: Draft
  readonly busy: boolean
  readonly error: unknown
  readonly onDraft: (change: (draft: Draft) => Draft) => void
  readonly onSend: () => void
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: () => void
}

/**
 * Field for a comment. After an @ it offers the people who may see the record. Files are chosen, pasted or
 * dropped. Ctrl+Enter sends it.
 */
export function CommentForm(props: Props) {
  const { record, label, action, draft, busy, error, onDraft, onSend, onCancel } = props
  const { t } = useTranslation('inbox')
  const [q, setQ] = useState<string | null>(null)
  const people = useQuery({
    ...peopleQuery(record, q ?? ''),
    enabled: q !== null,
    placeholderData: keepPreviousData,
  })
  const options = optionsOf(people.data?.items ?? [])
  const choose = (value: string | undefined) => {
    const person = options.find((one) => one.value === value)
    if (person === undefined) return
    const chosen = { id: person.id, name: person.value }
    onDraft((now) => ({ ...now, chosen: [...now.chosen, chosen] }))
  }
  const attach = useAttach(record, draft.files.length, onDraft)
  const isReady = canPost(draft)
  return (
    <div
      className="comment-form"
      onPaste={(event) => takeFiles(event, event.clipboardData, attach)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => takeFiles(event, event.dataTransfer, attach)}
    >
      <Mentions
        aria-label={label}
        placeholder={label}
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={4000}
        value={draft.text}
        options={options}
        filterOption={false}
        notFoundContent={people.data === undefined ? null : t('noPeople')}
        onChange={(text) => onDraft((now) => ({ ...now, text }))}
        onSearch={setQ}
        onSelect={({ value }) => choose(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) onSend()
        }}
      />
      <DraftFiles files={draft.files} onDraft={onDraft} />
      {error !== null && <ProblemAlert error={error} />}
      <div className="comment-buttons">
        <FileButtons count={draft.files.length} onFiles={attach} />
        {onCancel !== undefined && <Button onClick={onCancel}>{t('shell:form.cancel')}</Button>}
        <Button type="primary" loading={busy} disabled={!isReady} title="Ctrl+Enter" onClick={onSend}>
          {action}
        </Button>
      </div>
    </div>
  )
}

/** Files that are pasted or dropped are attached; everything else is left to the field. */
function takeFiles(
  event: { preventDefault(): void },
  { files }: DataTransfer,
  attach: (files: readonly File[]) => void,
): void {
  if (files.length === 0) return
  event.preventDefault()
  attach([...files])
}

interface Choice {
  readonly id: string
  readonly name: string
  readonly username: string
}

/** People with the same name are distinguished by their user name. */
const optionsOf = (people: readonly Choice[]) =>
  people.map(({ id, name, username }) => {
    const isUnique = people.every((one) => one.id === id || one.name !== name)
    return { id, key: id, value: isUnique ? name : `${name}(${username})`, label: `${name} (${username})` }
  })
