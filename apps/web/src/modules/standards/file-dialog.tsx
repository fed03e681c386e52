import { FileInput } from '../../shared/ui/file-input.tsx'
import type { StandardFileError, StandardFilePreview } from '@cloud-factory/contract/standards/standard-files'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal, Skeleton } from 'antd'
import { useId, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { ChangeList } from './change-list.tsx'
import { useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'

interface Props {
  /** Called with what was written. */
  readonly onWritten: (place: { readonly standard: string; readonly edition: string }) => void
  readonly onClose: () => void
}

/** A file of a standard: chosen, looked at against what is there, and written as a draft. Mount it when it opens. */
export function FileDialog({ onWritten, onClose }: Props) {
  const { t } = useTranslation('standards')
  const [file, setFile] = useState<File | null>(null)
  const [no, setNo] = useState('')
  const preview = usePreview(file, no)
  const write = useWriting(file, no)
  const { data } = preview
  const submit = (previewed: StandardFilePreview) =>
    write.mutate(previewed, {
      onSuccess: (edition) => {
        say('success', t('file.written', { no: edition.no }))
        onWritten({ standard: previewed.standard?.code ?? '', edition: edition.no })
        onClose()
      },
    })
  const canWrite = data !== undefined && data.outcome !== 'refused' && !preview.isFetching
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('file.title')}
        width={760}
        onCancel={onClose}
        okText={t('common:import')}
        cancelText={t('action.close')}
        okButtonProps={{ disabled: !canWrite }}
        confirmLoading={write.isPending}
        onOk={() => canWrite && submit(data)}
      >
        <ChooseFile
          name={file?.name ?? null}
          onChoose={(chosen) => {
            setNo('')
            write.reset()
            setFile(chosen)
          }}
        />
        {[preview.error, write.error].map(
          (error) => error !== null && <ProblemAlert key={error.message} error={error} />,
        )}
        {preview.isFetching && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
        {data !== undefined && <Preview preview={data} onNo={setNo} />}
      </Modal>
    </>
  )
}

const uploadOf = (file: File | null) => ({ field: 'file' as const, files: file === null ? [] : [file] })
const numbered = (no: string) => (no === '' ? {} : { no })

/** Preview of the file's import; `no` replaces its edition number, empty: as in the file. */
function usePreview(file: File | null, no: string) {
  return useQuery({
    queryKey: ['quality', 'standards', 'file', file?.name, file?.size, file?.lastModified, no],
    queryFn: ({ signal }) =>
      api('POST /api/standard-files/preview', { upload: uploadOf(file), body: numbered(no), signal }),
    enabled: file !== null,
    gcTime: 0,
    retry: false,
  })
}

function useWriting(file: File | null, no: string) {
  const changed = useStandardsChanged()
  return useMutation({
    mutationFn: ({ version }: StandardFilePreview) =>
      api('POST /api/standard-files/apply', {
        upload: uploadOf(file),
        body: { ...numbered(no), ...(version === null ? {} : { version: String(version) }) },
      }),
    onSettled: () => void changed(),
  })
}

interface ChooseProps {
  readonly name: string | null
  readonly onChoose: (file: File) => void
}

function ChooseFile({ name, onChoose }: ChooseProps) {
  const { t } = useTranslation('standards')
  const input = useRef<HTMLInputElement>(null)
  return (
    <p className="standard-file">
      <Button onClick={() => input.current?.click()}>{t('common:chooseFile')}</Button>
      <span className="soft">{name ?? t('file.hint')}</span>
      <FileInput
        ref={input}
        accept=".json,application/json"
        onFiles={(files) => {
          const chosen = files[0]
          if (chosen !== undefined) onChoose(chosen)
        }}
      />
    </p>
  )
}

interface PreviewProps {
  readonly preview: StandardFilePreview
  readonly onNo: (no: string) => void
}

function Preview({ preview, onNo }: PreviewProps) {
  const { t } = useTranslation('standards')
  const { nameOf } = useStandardWords()
  const label = useId()
  const { standard, no, items, outcome, against, changes, errors } = preview
  return (
    <>
      {standard !== null && no !== null && (
        <>
          <p>
            <b>{standard.code}</b> {nameOf(standard.names)} · {t('file.items', { n: items })}
          </p>
          <div className="standard-file">
            <label htmlFor={label}>{t('field.no')}</label>
            <Input
              id={label}
              key={no}
              className="choose-edition"
              defaultValue={no}
              maxLength={40}
              onPressEnter={({ currentTarget }) => onNo(currentTarget.value.trim())}
              onBlur={({ currentTarget }) => onNo(currentTarget.value.trim())}
            />
          </div>
        </>
      )}
      {outcome !== 'refused' && <Alert type="info" showIcon title={t(`file.outcome.${outcome}`, { no })} />}
      {errors.length > 0 && <WrongPlaces errors={errors} />}
      {outcome !== 'refused' && against !== null && (
        <p className="soft">
          {changes.length === 0 ? t('file.same', { no: against.no }) : t('file.against', { no: against.no })}
        </p>
      )}
      {against !== null && <ChangeList changes={changes} />}
    </>
  )
}

function WrongPlaces({ errors }: { readonly errors: readonly StandardFileError[] }) {
  const { t } = useTranslation('standards')
  const reasonText = useReasonText()
  return (
    <>
      <Alert type="error" showIcon title={t('file.refused', { n: errors.length })} />
      <table className="standard-file-errors">
        <thead>
          <tr>
            <th scope="col">{t('field.item')}</th>
            <th scope="col">{t('file.field')}</th>
            <th scope="col">{t('common:field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ item, field, reason, limit }) => (
            <tr key={`${item ?? ''} ${field} ${reason}`}>
              <td>{item ?? '—'}</td>
              <td>
                <code>{field === '' ? '—' : field}</code>
              </td>
              <td>{reasonText(reason, limit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
