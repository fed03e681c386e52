import type { ShippedStandardRow } from '@cloud-factory/contract/standards/standard-files'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton, Form, Input, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { say } from '../../shared/ui/say.ts'
import { shippedQuery, useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'
import { verdictFamilies } from '@cloud-factory/domain/inspection/quality-enums'
import type { StandardRow } from '@cloud-factory/contract/standards/standards'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { NameFields, useNameLabels } from '../../shared/form/name-fields.tsx'
import { ownNames } from '../../shared/form/names.rules.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'

interface ShippedDialogProps {
  /** Called with the draft that was made. */
  readonly onApplied: (place: { readonly standard: string; readonly edition: string }) => void
  readonly onClose: () => void
}

/**
 * Standards of this version beside those of the plant; missing ones can be adopted as a draft.
 * Mount it when it opens.
 */
export function ShippedDialog({ onApplied, onClose }: ShippedDialogProps) {
  const { t } = useTranslation('standards')
  const { data, error, isPending } = useQuery(shippedQuery)
  const changed = useStandardsChanged()
  const take = useMutation({
    mutationFn: (code: string) => api('POST /api/shipped-standards', { body: { code } }),
    onSettled: () => void changed(),
  })
  const takeOver = (code: string) =>
    take.mutate(code, {
      onSuccess: ({ no }) => {
        say('success', t('shipped.taken', { code, no }))
        onApplied({ standard: code, edition: no })
        onClose()
      },
    })
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('shipped.title')}
        width={640}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      >
        <p className="soft">{t('shipped.note')}</p>
        {[error, take.error].map(
          (failure) => failure !== null && <ProblemAlert key={failure.message} error={failure} />,
        )}
        {isPending && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
        <ul className="shipped-standards">
          {data?.items.map((row) => (
            <Shipped key={row.id} row={row} busy={take.isPending} onTake={() => takeOver(row.id)} />
          ))}
        </ul>
      </Modal>
    </>
  )
}

interface ShippedProps {
  readonly row: ShippedStandardRow
  readonly busy: boolean
  readonly onTake: () => void
}

function Shipped({ row, busy, onTake }: ShippedProps) {
  const { t } = useTranslation('standards')
  const { nameOf } = useStandardWords()
  const { id, edition, state, items, lacking, changed } = row
  return (
    <li>
      <div>
        <b>{id}</b> {edition}
        <small className="soft">{nameOf(row.names)}</small>
        <small className="soft">{t(`shipped.${state}`, { items, lacking, changed })}</small>
      </div>
      {state !== 'there' && (
        <Button disabled={busy} onClick={onTake} aria-label={t('shipped.takeOne', { code: id })}>
          {t('shipped.take')}
        </Button>
      )}
    </li>
  )
}

type StandardValues = Pick<StandardRow, 'code' | 'verdict' | 'active'> & {
  readonly zh: string
  readonly en: string
  readonly es: string
}

interface StandardFormProps {
  /** Null: a new one. */
  readonly row: StandardRow | null
  readonly onSaved: (row: StandardRow) => void
  readonly onClose: () => void
}

/** Adds a standard or changes what it is called. */
export function StandardForm({ row, onSaved, onClose }: StandardFormProps) {
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <FormDrawer<StandardValues, StandardRow>
      title={row === null ? t('standards.add') : t('standards.edit', { code: row.code })}
      labels={{
        code: t('field.code'),
        ...useNameLabels(),
        verdict: t('field.verdict'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/standards', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/standards/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
      }
      theirs={(current) => ({
        values: valuesOf(current as StandardRow),
        version: (current as StandardRow).version,
      })}
      show={(_, value) =>
        typeof value === 'boolean' ? t(value ? 'common:field.active' : 'inactive') : undefined
      }
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="code" label={t('field.code')} rules={[required]}>
        <Input maxLength={40} />
      </Form.Item>
      <NameFields name={(language) => language} max={120} />
      <Form.Item name="verdict" label={t('field.verdict')}>
        <Select options={verdictFamilies.map((value) => ({ value, label: t(`verdict.${value}`) }))} />
      </Form.Item>
      <Form.Item name="active" label={t('field.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

const newStandard: StandardValues = {
  code: '',
  zh: '',
  en: '',
  es: '',
  verdict: 'gb',
  active: true,
}

function valuesOf(row: StandardRow | null): StandardValues {
  if (row === null) return newStandard
  const { code, names, verdict, active } = row
  return { code, ...ownNames(names), verdict, active }
}

const inputOf = ({ zh, en, es, ...values }: StandardValues) => ({
  ...values,
  code: values.code.trim(),
  names: { zh, en, es },
})
