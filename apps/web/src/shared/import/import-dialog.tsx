import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import type {
  ImportApplied,
  ImportPreview,
  ImportUndone,
} from '@cloud-factory/contract/record-import/import-endpoints'
import { maxImportRows } from '@cloud-factory/domain/resource/resource'
import { Button, Modal } from 'antd'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSubmit } from '../form/use-submit.ts'
import { newUuid } from '../new-uuid.ts'
import { saveFile } from '../receive-file.ts'
import { type Download, request } from '../request.ts'
import { FileInput } from '../ui/file-input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { ReturnFocus } from '../ui/return-focus.tsx'
import { ImportCheck } from './import-check.tsx'
import { ImportResult } from './import-result.tsx'
import './import.css'

export interface Importing {
  /** `spare-parts`: the last part of the address of its endpoints. */
  readonly path: string
  /** What is imported: the title of the list. */
  readonly title: string
  readonly label: (field: string) => string
  /** Where it is less than usual. */
  readonly maxRows?: number
  /** Reloads the list. */
  readonly onChanged: () => unknown
}

type Step =
  | { readonly at: 'choose' }
  /** The same preview is applied once, however often it is sent. */
  | { readonly at: 'check'; readonly file: File; readonly preview: ImportPreview; readonly key: string }
  | { readonly at: 'done'; readonly applied: ImportApplied; readonly left: number }
  | { readonly at: 'undone'; readonly applied: ImportApplied; readonly undone: ImportUndone }

interface Props extends Importing {
  readonly onClose: () => void
}

/** Chooses a file, shows what an import would do, imports and undoes. Mount it to open it. */
export function ImportDialog({ title, label, onClose, ...importing }: Props) {
  const { t } = useTranslation('record-import')
  const { step, busy, error, choose, apply, undo, again } = useImport(importing)
  // Passwords are shown this once: only the button under them closes the dialog.
  const showsSecrets = step.at === 'done' && step.applied.items.some(({ secret }) => secret !== undefined)
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        width={960}
        title={t('title', { what: title })}
        footer={null}
        mask={{ closable: false }}
        closable={!showsSecrets}
        keyboard={!showsSecrets}
        onCancel={() => !busy && onClose()}
      >
        <div className="record-import">
          {error !== null && <ProblemAlert error={error} />}
          {step.at === 'choose' && (
            <ChooseFile
              path={importing.path}
              maxRows={importing.maxRows ?? maxImportRows}
              busy={busy}
              onChoose={choose}
            />
          )}
          {step.at === 'check' && (
            <ImportCheck
              preview={step.preview}
              fileName={step.file.name}
              label={label}
              busy={busy}
              onApply={apply}
              onAgain={again}
            />
          )}
          {(step.at === 'done' || step.at === 'undone') && (
            <ImportResult
              applied={step.applied}
              left={step.at === 'done' ? step.left : 0}
              undone={step.at === 'undone' ? step.undone : null}
              busy={busy}
              onUndo={undo}
              onClose={onClose}
            />
          )}
        </div>
      </Modal>
    </>
  )
}

function useImport({ path, onChanged }: Pick<Importing, 'path' | 'onChanged'>) {
  const { busy, error, submit } = useSubmit()
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [undoKey] = useState(newUuid)
  const at = `/api/record-imports/${path}`
  const choose = (file: File) =>
    void submit(async () => {
      const preview = await request<ImportPreview>(`${at}/preview`, {
        method: 'POST',
        form: true,
        data: { file },
      })
      setStep({ at: 'check', file, preview, key: newUuid() })
    })
  const apply = () =>
    void submit(async () => {
      if (step.at !== 'check') return
      const records = step.preview.rows.flatMap(({ record }) => record ?? [])
      const applied = await request<ImportApplied>(at, {
        method: 'POST',
        data: { records },
        idempotencyKey: step.key,
      })
      setStep({ at: 'done', applied, left: step.preview.rows.length - records.length })
      void onChanged()
    })
  const undo = () =>
    void submit(async () => {
      if (step.at !== 'done') return
      const records = step.applied.items.map(({ id, version }) => ({ id, version }))
      const undone = await request<ImportUndone>(`${at}/undo`, {
        method: 'POST',
        data: { records },
        idempotencyKey: undoKey,
      })
      setStep({ at: 'undone', applied: step.applied, undone })
      void onChanged()
    })
  return { step, busy, error, choose, apply, undo, again: () => setStep({ at: 'choose' }) }
}

interface ChooseProps {
  readonly path: string
  readonly maxRows: number
  readonly busy: boolean
  readonly onChoose: (file: File) => void
}

function ChooseFile({ path, maxRows, busy, onChoose }: ChooseProps) {
  const { t, i18n } = useTranslation('record-import')
  const { error, busy: isLoading, submit } = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const hint = useId()
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault()
    setOver(isOver)
  }
  const chosen = ([file]: readonly File[]) => {
    if (file !== undefined && !busy) onChoose(file)
  }
  const fetchTemplate = () =>
    void submit(async () =>
      saveFile(
        await request<Download>(`/api/record-imports/${path}/template`, {
          query: { language: i18n.language },
          file: true,
        }),
      ),
    )
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <div
        className={over ? 'import-drop is-over' : 'import-drop'}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          chosen([...event.dataTransfer.files])
        }}
      >
        <InboxOutlined className="import-drop-icon" aria-hidden />
        <p>{t('drop')}</p>
        <Button type="primary" loading={busy} aria-describedby={hint} onClick={() => input.current?.click()}>
          {t('common:chooseFile')}
        </Button>
        <FileInput
          ref={input}
          accept=".xlsx,.xls,.csv,.txt"
          onFiles={chosen}
          data-testid="record-import-file"
        />
        <p className="page-note" id={hint}>
          {t('hint', { rows: maxRows })}
        </p>
      </div>
      <p className="import-template">
        <Button icon={<DownloadOutlined />} loading={isLoading} onClick={fetchTemplate}>
          {t('template')}
        </Button>
        <span className="page-note">{t('templateHint')}</span>
      </p>
    </>
  )
}
