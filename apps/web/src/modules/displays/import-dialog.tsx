import type { ScreenBundle, ScreenDetail } from '@cloud-factory/contract/displays/screens'
import type { Names } from '@cloud-factory/contract/planning/processes'
import { Alert, Button, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { problemOf } from '../../shared/request.ts'
import { languageNames, languageWords } from '../../shared/settings.ts'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { freeNames } from './editor.rules.ts'
import { Labelled } from './page-fields.tsx'
import { useScreensChanged } from './screens.queries.ts'

interface Props {
  readonly onDone: (screen: ScreenDetail) => void
  readonly onClose: () => void
}

/** A file holds a layout in a few kilobytes. */
const maxBytes = 1_048_576

interface Chosen {
  readonly file: string
  /** Null: the file is not an exported screen. */
  readonly bundle: ScreenBundle | null
}

/** Imports a screen that another site exported, as a draft, under a name that is free here. */
export function ImportDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const bundle = chosen?.bundle ?? null
  const read = async () => {
    if (bundle === null) return
    setBusy(true)
    setError(null)
    try {
      onDone(await api('POST /api/screens/import', { body: { bundle } }))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
      void changed()
    }
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('importTitle')}
        okText={t('import')}
        okButtonProps={{ disabled: bundle === null, loading: busy }}
        onOk={() => void read()}
        onCancel={() => !busy && onClose()}
      >
        <p>{t('importText')}</p>
        <ChooseFile
          chosen={chosen}
          onChoose={(next) => {
            setChosen(next)
            setError(null)
          }}
        />
        {chosen !== null && bundle !== null && (
          <NamesOf
            names={bundle.names}
            onChange={(names) => setChosen({ ...chosen, bundle: { ...bundle, names } })}
          />
        )}
        {chosen !== null && bundle === null && <Alert type="error" showIcon title={t('notJson')} />}
        {error !== null && <Wrong error={error} />}
      </Modal>
    </>
  )
}

interface ChooseProps {
  readonly chosen: Chosen | null
  readonly onChoose: (chosen: Chosen | null) => void
}

function ChooseFile({ chosen, onChoose }: ChooseProps) {
  const { t } = useTranslation('displays')
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File | undefined) => {
    if (file === undefined) return onChoose(null)
    const bundle = await contentOf(file)
    onChoose({ file: file.name, bundle: bundle === null ? null : await renamed(bundle) })
  }
  return (
    <p className="screen-file">
      <FileInput
        ref={input}
        accept=".json,application/json"
        aria-label={t('chooseFile')}
        onFiles={([file]) => void choose(file)}
      />
      <Button onClick={() => input.current?.click()}>{t('chooseFile')}</Button>
      <span>{chosen?.file ?? t('noFile')}</span>
    </p>
  )
}

async function contentOf(file: File): Promise<ScreenBundle | null> {
  if (file.size > maxBytes) return null
  try {
    const content = JSON.parse(await file.text()) as Partial<ScreenBundle> | null
    return typeof content?.names?.zh === 'string' ? (content as ScreenBundle) : null
  } catch {
    return null
  }
}

/** With a name that no screen has here. Without the list of screens the import itself says whether it is free. */
async function renamed(bundle: ScreenBundle): Promise<ScreenBundle> {
  const { items } = await api('GET /api/screens', { query: { pageSize: '200' } }).catch(() => ({ items: [] }))
  return { ...bundle, names: freeNames(bundle.names, new Set(items.map(({ names }) => names.zh))) }
}

interface NamesProps {
  readonly names: Names
  readonly onChange: (names: Names) => void
}

function NamesOf({ names, onChange }: NamesProps) {
  const { t } = useTranslation('displays')
  return (
    <div className="screen-fields">
      {languageWords.map((language) => (
        <Labelled key={language} label={`${t('field.name')} · ${languageNames[language]}`}>
          <Input
            maxLength={60}
            value={names[language]}
            onChange={({ target }) => onChange({ ...names, [language]: target.value })}
          />
        </Labelled>
      ))}
    </div>
  )
}

/** Errors that the server found in the file, field by field. */
function Wrong({ error }: { readonly error: unknown }) {
  const reasonText = useReasonText()
  const errors = problemOf(error)?.errors ?? []
  if (errors.length === 0) return <ProblemAlert error={error} />
  return (
    <Alert
      type="error"
      showIcon
      title={
        <ul className="form-errors">
          {errors.map(({ path, reason, limit }) => (
            <li key={`${path} ${reason}`}>
              <code>{path.replace(/^body\.bundle\.?/, '')}</code> {reasonText(reason, limit)}
            </li>
          ))}
        </ul>
      }
    />
  )
}
