import type { Trial, ShippedAdapter, AdapterRow } from '@cloud-factory/contract/telemetry/adapters'
import { Alert, Button, Form, Input, Select, Skeleton } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { problemOf } from '../../shared/request.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import {
  type AdapterValues,
  mappingOfValues,
  pathFields,
  valuesOfRow,
  valuesOfShipped,
} from './adapter-values.rules.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { AdapterFields, AdapterSignals } from './adapter-fields.tsx'
import { templatesQuery, useGatewaysChanged } from './gateways.queries.ts'
import './adapters.css'

/** Result of a sample: its values, then the fields that were not recognised. */
function TrialResult({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation('telemetry')
  const { isTopicOurs, values, misses, valueCount, missCount } = trial
  const isShort = values.length < valueCount || misses.length < missCount
  return (
    <>
      {!isTopicOurs && <Alert type="warning" showIcon title={t('trial.otherTopic')} />}
      <Alert
        type={valueCount === 0 ? 'error' : missCount === 0 ? 'success' : 'info'}
        showIcon
        title={t('trial.summary', { values: valueCount, misses: missCount })}
        description={isShort ? t('trial.short', { rows: Math.max(values.length, misses.length) }) : undefined}
      />
      {values.length > 0 && <Values values={values} />}
      {misses.length > 0 && <Misses misses={misses} />}
    </>
  )
}

function Values({ values }: Pick<Trial, 'values'>) {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  return (
    <div>
      <ScrollRegion label={t('trial.values')} width={430}>
        <table className="plain-table trial-table">
          <caption>{t('trial.values')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('field.machine')}</th>
              <th scope="col">{t('common:field.role')}</th>
              <th scope="col" className="is-number">
                {t('common:chart.value')}
              </th>
              <th scope="col">{t('common:field.at')}</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ device, machine, name, signal, isSignalKnown, value, unit, at, path }) => (
              <tr key={`${path} ${device}`}>
                <td>
                  {machine === null ? device : `${device} → ${machine.code}`}
                  {machine === null && <small>{t('trial.stranger')}</small>}
                </td>
                <td>
                  {name === signal ? signal : `${name} → ${signal}`}
                  <code>{path}</code>
                  {isSignalKnown === false && <small className="is-wrong">{t('trial.unknownSignal')}</small>}
                </td>
                <td className="is-number">
                  {value} {unit}
                </td>
                <td>{at === null ? t('trial.arrival') : instant(at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {values.some(({ machine }) => machine === null) && (
        <p className="adapter-hint">{t('trial.strangers')}</p>
      )}
    </div>
  )
}

function Misses({ misses }: Pick<Trial, 'misses'>) {
  const { t } = useTranslation('telemetry')
  return (
    <ScrollRegion label={t('trial.misses')} width={300}>
      <table className="plain-table trial-table">
        <caption>{t('trial.misses')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trial.path')}</th>
            <th scope="col">{t('field.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {misses.map(({ path, reason }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- one place can be missed for several reasons, and rows never move
            <tr key={`${path} ${reason} ${place}`}>
              <td>
                <code>{path}</code>
              </td>
              <td>{t(`miss.${reason}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Parses a pasted message with the current form; stores nothing. */
function AdapterTrial({ sample }: { readonly sample: ShippedAdapter | null }) {
  const { t } = useTranslation('telemetry')
  const form = Form.useFormInstance<AdapterValues>()
  const [topic, setTopic] = useState(sample?.topic ?? '')
  const [text, setText] = useState(sample?.sample ?? '')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (): Promise<Trial> => {
      const values = form.getFieldsValue(true) as AdapterValues
      const body = { code: values.code ?? '', mapping: mappingOfValues(values), topic, sample: text }
      return api('POST /api/telemetry/adapters/trial', { body })
    },
  })
  return (
    <fieldset className="adapter-part">
      <legend>{t('trial.title')}</legend>
      <p className="adapter-hint">{t('trial.hint')}</p>
      <Form.Item label={t('trial.topic')} htmlFor="trial-topic">
        <Input
          id="trial-topic"
          className="path-input"
          maxLength={200}
          value={topic}
          onChange={({ target }) => setTopic(target.value)}
        />
      </Form.Item>
      <Form.Item label={t('trial.sample')} htmlFor="trial-sample">
        <Input.TextArea
          id="trial-sample"
          className="path-input"
          autoSize={{ minRows: 4, maxRows: 14 }}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Form.Item>
      <Button loading={isPending} onClick={() => mutate()}>
        {t('trial.run')}
      </Button>
      <div aria-live="polite" className="trial-outcome">
        {error !== null && <TrialFault error={error} />}
        {error === null && data !== undefined && <TrialResult trial={data} />}
      </div>
    </fieldset>
  )
}

/** Fields of the mapping that cannot be read, by their names. */
function TrialFault({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('telemetry')
  const reasonText = useReasonText()
  const faults = problemOf(error)?.errors ?? []
  if (faults.length === 0) return <ProblemAlert error={error} />
  return (
    <Alert
      type="error"
      showIcon
      title={faults
        .map(({ path, reason, limit }) => {
          const field = path.split('.').at(-1) ?? path
          return t('trial.fault', {
            field: t(`adapter.${field}`, { defaultValue: path }),
            reason: reasonText(reason, limit),
          })
        })
        .join(' ')}
    />
  )
}

interface Props {
  /** Null: a new one. */
  readonly row: AdapterRow | null
  readonly onClose: () => void
}

/** Defines how messages of a manufacturer are read, and tests it on a sample. */
export function AdapterForm({ row, onClose }: Props) {
  const { data, error, refetch } = useQuery(templatesQuery)
  const templates = data?.items ?? []
  const [first] = templates
  if (error !== null && first === undefined)
    return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return first === undefined ? (
    <Skeleton active />
  ) : (
    <Loaded row={row} templates={templates} first={first} onClose={onClose} />
  )
}

interface LoadedProps extends Props {
  readonly templates: readonly ShippedAdapter[]
  readonly first: ShippedAdapter
}

function Loaded({ row, templates, first, onClose }: LoadedProps) {
  const { t } = useTranslation('telemetry')
  const changed = useGatewaysChanged()
  // Template whose sample is in the trial; null: the user's own sample.
  const [template, setTemplate] = useState<ShippedAdapter | null>(row === null ? first : null)
  const save = (values: AdapterValues, version: number): Promise<AdapterRow> => {
    const { code, name, active } = values
    const body = { code, name, active, ...mappingOfValues(values) }
    if (row === null) return api('POST /api/telemetry/adapters', { body })
    return api('PATCH /api/telemetry/adapters/:id', { params: { id: row.id }, body: { version, ...body } })
  }
  const values =
    row === null ? { code: '', name: '', active: true, ...valuesOfShipped(first) } : valuesOfRow(row)
  const paths = Object.fromEntries(pathFields.map((field) => [field, t(`adapter.${field}`)]))
  return (
    <FormDrawer<AdapterValues, AdapterRow>
      title={row === null ? t('adapter.add') : t('adapter.editTitle', { code: row.code })}
      labels={{
        ...(paths as Record<(typeof pathFields)[number], string>),
        code: t('common:code'),
        name: t('field.name'),
        pattern: t('adapter.pattern'),
        gatewayId: t('adapter.gatewayId'),
        zoneMinutes: t('adapter.zoneMinutes'),
        late: t('adapter.late'),
        active: t('common:field.active'),
        otherNames: t('adapter.otherNames'),
        signals: t('adapter.signals'),
      }}
      initial={{ values, version: row?.version ?? 0 }}
      save={(sent, version) => save(sent, version).finally(() => void changed())}
      theirs={(current) => {
        const theirs = current as AdapterRow
        return { values: valuesOfRow(theirs), version: theirs.version, by: theirs.updatedBy }
      }}
      show={(_field, value) => (typeof value === 'object' ? JSON.stringify(value) : undefined)}
      onSaved={onClose}
      onClose={onClose}
    >
      <TemplateChoice templates={templates} chosen={template} onChoose={setTemplate} />
      <AdapterFields />
      <AdapterSignals />
      <AdapterTrial key={template?.id ?? ''} sample={template} />
    </FormDrawer>
  )
}

interface ChoiceProps {
  readonly templates: readonly ShippedAdapter[]
  readonly chosen: ShippedAdapter | null
  readonly onChoose: (template: ShippedAdapter) => void
}

/** Fills the form with a make's adapter; name and gateway stay. */
function TemplateChoice({ templates, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('telemetry')
  const form = Form.useFormInstance<AdapterValues>()
  const choose = (id: string) => {
    const template = templates.find((one) => one.id === id)
    if (template === undefined) return
    const { gatewayId: _gatewayId, ...filled } = valuesOfShipped(template)
    form.setFieldsValue(filled as never)
    onChoose(template)
  }
  return (
    <Form.Item label={t('adapter.template')} htmlFor="adapter-template" extra={t('adapter.templateHint')}>
      <Select
        id="adapter-template"
        value={chosen?.id ?? null}
        placeholder={t('adapter.templateNone')}
        onChange={choose}
        options={templates.map(({ id }) => ({ value: id, label: t(`make.${id}`) }))}
      />
    </Form.Item>
  )
}
