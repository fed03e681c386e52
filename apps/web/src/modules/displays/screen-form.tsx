import type { ScreenDetail } from '@cloud-factory/contract/displays/screens'
import { Form, Input, Radio } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
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
