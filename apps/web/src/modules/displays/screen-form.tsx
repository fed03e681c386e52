import type { ScreenBundle, ScreenDetail } from '@cloud-factory/contract/displays/screens'
import { FileInput } from '../../shared/ui/file-input.tsx'
import { Alert, Button, Modal, Form, Input, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { problemOf } from '../../shared/request.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { useScreensChanged } from './screens.queries.ts'
import type { Names } from '@cloud-factory/contract/planning/processes'
import {
  screenSources,
  type ScreenSource,
  type TemplateName,
  templateNames,
} from '@cloud-factory/domain/displays/display-enums'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { NameFields } from '../../shared/form/name-fields.tsx'
import { ownNames } from '../../shared/form/names.rules.ts'

interface ImportDialogProps {
  readonly onDone: (screen: ScreenDetail) => void
  readonly onClose: () => void
}

/** A file holds a layout in a few kilobytes. */
const maxBytes = 1_048_576

/** Imports a screen that another site exported, as a draft. */
export function ImportDialog({ onDone, onClose }: ImportDialogProps) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<{ readonly error: unknown } | 'not_json' | null>(null)
  const [busy, setBusy] = useState(false)
  const read = async () => {
    if (file === null) return
    const bundle = await contentOf(file)
    if (bundle === null) return setFailure('not_json')
    setBusy(true)
    setFailure(null)
    try {
      onDone(await api('POST /api/screens/import', { body: { bundle } }))
    } catch (error) {
      setFailure({ error })
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
        okButtonProps={{ disabled: file === null, loading: busy }}
        onOk={() => void read()}
        onCancel={() => !busy && onClose()}
      >
        <p>{t('importText')}</p>
        <p className="screen-file">
          <FileInput
            ref={input}
            accept=".json,application/json"
            aria-label={t('chooseFile')}
            onFiles={([chosen = null]) => {
              setFile(chosen)
              setFailure(null)
            }}
          />
          <Button onClick={() => input.current?.click()}>{t('chooseFile')}</Button>
          <span>{file?.name ?? t('noFile')}</span>
        </p>
        {failure === 'not_json' && <Alert type="error" showIcon title={t('notJson')} />}
        {failure !== null && failure !== 'not_json' && <Wrong error={failure.error} />}
      </Modal>
    </>
  )
}

async function contentOf(file: File): Promise<ScreenBundle | null> {
  if (file.size > maxBytes) return null
  try {
    return JSON.parse(await file.text()) as ScreenBundle
  } catch {
    return null
  }
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

type ScreenValues = {
  readonly names: Names
  readonly place: string
  readonly source: ScreenSource
  readonly template: TemplateName
}

interface ScreenFormProps {
  /** Null: a new one. */
  readonly screen: ScreenDetail | null
  readonly onSaved: (screen: ScreenDetail) => void
  readonly onClose: () => void
}

/** Adds a screen from a template, or changes its name and location. */
export function ScreenForm({ screen, onSaved, onClose }: ScreenFormProps) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const save = async ({ names, place, source, template }: ScreenValues, version: number) => {
    const saving =
      screen === null
        ? api('POST /api/screens', { body: { names, place, source, template } })
        : api('PATCH /api/screens/:id', { params: { id: screen.id }, body: { version, names, place } })
    return saving.finally(() => void changed())
  }
  return (
    <FormDrawer<ScreenValues, ScreenDetail>
      title={t(screen === null ? 'add' : 'renameTitle')}
      labels={{
        names: t('field.name'),
        place: t('field.place'),
        source: t('field.source'),
        template: t('field.template'),
      }}
      initial={{ values: valuesOf(screen), version: screen?.version ?? 0 }}
      save={save}
      theirs={(current) => ({
        values: valuesOf(current as ScreenDetail),
        version: (current as ScreenDetail).version,
        by: (current as ScreenDetail).updatedBy,
      })}
      show={(field, value) => (field === 'names' ? (value as Names).zh : String(value))}
      onSaved={onSaved}
      onClose={onClose}
    >
      <NameFields name={(language) => ['names', language]} />
      <Form.Item name="place" label={t('field.place')} extra={t('placeHint')}>
        <Input maxLength={80} />
      </Form.Item>
      {screen === null && (
        <>
          <Form.Item name="source" label={t('field.source')} extra={t('sourceHint')}>
            <Radio.Group options={screenSources.map((value) => ({ value, label: t(`source.${value}`) }))} />
          </Form.Item>
          <Form.Item name="template" label={t('field.template')} extra={t('templateHint')}>
            <Radio.Group options={templateNames.map((value) => ({ value, label: t(`template.${value}`) }))} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}

const valuesOf = (screen: ScreenDetail | null): ScreenValues => ({
  names: ownNames(screen?.names ?? { zh: '', en: '', es: '' }),
  place: screen?.place ?? '',
  source: screen?.source ?? 'live',
  template: 'usual',
})
