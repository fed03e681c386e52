import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import type {
  ImportApplied,
  ImportPreview,
  ImportUndone,
} from '@cloud-factory/contract/record-import/import-endpoints'
import { importChunk, maxImportRows } from '@cloud-factory/domain/resource/resource'
import { Button, Modal } from 'antd'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { count } from '../format/numbers.ts'
import { useSubmit } from '../form/use-submit.ts'
import { newUuid } from '../new-uuid.ts'
import { saveFile } from '../receive-file.ts'
import { type Download, request } from '../request.ts'
import { FileInput } from '../ui/file-input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { ReturnFocus } from '../ui/return-focus.tsx'
import { ImportCheck } from './import-check.tsx'
import { ImportDone, ImportGone } from './import-result.tsx'
import { LatestImports } from './latest-imports.tsx'
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

/** Records of one request, with the key by which it is executed once, however often it is sent. */
interface Part {
  readonly records: readonly unknown[]
  readonly key: string
}

type Step =
  | { readonly at: 'choose' }
  | {
      readonly at: 'check'
      readonly file: File
      readonly preview: ImportPreview
      readonly parts: readonly Part[]
      /** What has been added so far: an import that failed goes on after it. */
      readonly applied: ImportApplied | null
    }
  | { readonly at: 'done'; readonly applied: ImportApplied; readonly left: number }
  | { readonly at: 'undone'; readonly undone: ImportUndone }

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
              onUndo={undo}
            />
          )}
          {step.at === 'check' && (
            <ImportCheck
              preview={step.preview}
              added={step.applied?.items.length ?? 0}
              fileName={step.file.name}
              label={label}
              busy={busy}
              onApply={apply}
              onAgain={again}
            />
          )}
          {step.at === 'done' && (
            <ImportDone
              applied={step.applied}
              left={step.left}
              busy={busy}
              onUndo={() => undo(step.applied.importId)}
              onClose={onClose}
            />
          )}
          {step.at === 'undone' && <ImportGone undone={step.undone} onClose={onClose} />}
        </div>
      </Modal>
    </>
  )
}

function useImport({ path, onChanged }: Pick<Importing, 'path' | 'onChanged'>) {
  const { busy, error, submit } = useSubmit()
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const at = `/api/record-imports/${path}`
  const choose = (file: File) =>
    void submit(async () => {
      const preview = await request<ImportPreview>(`${at}/preview`, {
        method: 'POST',
        form: true,
        data: { file },
      })
      setStep({ at: 'check', file, preview, parts: partsOf(preview), applied: null })
    })
  const apply = () =>
    void submit(async () => {
      if (step.at !== 'check') return
      const left = step.preview.rows.filter(({ record }) => record === null).length
      const added = (applied: ImportApplied) => setStep({ ...step, applied })
      const applied = await addParts(at, step, added).finally(() => void onChanged())
      if (applied !== null) setStep({ at: 'done', applied, left })
    })
  const undo = (importId: string) =>
    void submit(async () => {
      const undone = await undoAll(`${at}/undo`, importId).finally(() => void onChanged())
      setStep({ at: 'undone', undone })
    })
  return { step, busy, error, choose, apply, undo, again: () => setStep({ at: 'choose' }) }
}

/** A long file is added in several requests, so that others can work meanwhile. */
function partsOf({ rows }: ImportPreview): readonly Part[] {
  const records = rows.flatMap(({ record }) => record ?? [])
  return Array.from({ length: Math.ceil(records.length / importChunk) }, (_, at) => ({
    records: records.slice(at * importChunk, (at + 1) * importChunk),
    key: newUuid(),
  }))
}

/** Adds what is not added yet, and tells after each request how far it is. Null: there was nothing. */
async function addParts(
  address: string,
  { file, parts, applied: before }: Extract<Step, { at: 'check' }>,
  added: (applied: ImportApplied) => void,
): Promise<ImportApplied | null> {
  let applied = before
  for (const { records, key } of parts.slice(Math.ceil((before?.items.length ?? 0) / importChunk))) {
    const part: ImportApplied = await request<ImportApplied>(address, {
      method: 'POST',
      data: { records, file: file.name.slice(-255), ...(applied !== null && { importId: applied.importId }) },
      idempotencyKey: key,
    })
    applied = { importId: part.importId, items: [...(applied?.items ?? []), ...part.items] }
    added(applied)
  }
  return applied
}

/** Undoes an import, request by request. */
async function undoAll(address: string, importId: string): Promise<ImportUndone> {
  let all: ImportUndone = { undone: 0, remaining: [], next: null }
  do {
    const { undone, remaining, next }: ImportUndone = await request<ImportUndone>(address, {
      method: 'POST',
      data: { importId, ...(all.next !== null && { after: all.next }) },
      idempotencyKey: newUuid(),
    })
    all = { undone: all.undone + undone, remaining: [...all.remaining, ...remaining], next }
  } while (all.next !== null)
  return all
}

interface ChooseProps {
  readonly path: string
  readonly maxRows: number
  readonly busy: boolean
  readonly onChoose: (file: File) => void
  readonly onUndo: (importId: string) => void
}

function ChooseFile({ path, maxRows, busy, onChoose, onUndo }: ChooseProps) {
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
          {t('hint', { rows: count(maxRows) })}
        </p>
      </div>
      <p className="import-template">
        <Button icon={<DownloadOutlined />} loading={isLoading} onClick={fetchTemplate}>
          {t('template')}
        </Button>
        <span className="page-note">{t('templateHint')}</span>
      </p>
      <LatestImports path={path} busy={busy} onUndo={onUndo} />
    </>
  )
}
