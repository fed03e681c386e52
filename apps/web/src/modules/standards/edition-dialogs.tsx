import type { EditionRow } from '@cloud-factory/contract/standards/standards'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Select, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { ChangeList } from './change-list.tsx'
import type { Chosen } from './edition-choice.tsx'
import { differenceQuery, useStandardsChanged } from './standards.queries.ts'

export type EditionAction = 'add' | 'edit' | 'approve' | 'retire' | 'delete' | 'compare' | 'export'

interface Props {
  readonly action: EditionAction
  readonly chosen: Chosen
  readonly onClose: () => void
}

/** Dialogs for the actions on an edition. */
export function EditionDialogs({ action, chosen, onClose }: Props) {
  const { edition } = chosen
  if (action === 'add') return <EditionForm row={null} chosen={chosen} onClose={onClose} />
  if (edition === undefined) return null
  if (action === 'edit') return <EditionForm row={edition} chosen={chosen} onClose={onClose} />
  if (action === 'compare') return <Compare edition={edition} chosen={chosen} onClose={onClose} />
  if (action === 'export') return <ExportEdition edition={edition} chosen={chosen} onClose={onClose} />
  return <AskAction action={action} edition={edition} chosen={chosen} onClose={onClose} />
}

interface AskProps {
  readonly action: 'approve' | 'retire' | 'delete'
  readonly edition: EditionRow
  readonly chosen: Chosen
  readonly onClose: () => void
}

function AskAction({ action, edition, chosen, onClose }: AskProps) {
  const { id, no, version, verified, items } = edition
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const acts = {
    approve: () => api('POST /api/editions/:id/approve', { params: { id }, body: { version } }),
    retire: () => api('POST /api/editions/:id/retire', { params: { id }, body: { version } }),
    delete: () => api('DELETE /api/editions/:id', { params: { id }, query: { version: String(version) } }),
  }
  return (
    <ActionDialog
      title={t(`ask.${action}`, { no })}
      action={t(`action.${action}`)}
      danger={action !== 'approve'}
      act={() => (acts[action]() as Promise<unknown>).finally(() => void changed())}
      onDone={() => {
        if (action === 'delete') chosen.choose({ edition: null })
        onClose()
      }}
      onClose={onClose}
    >
      {t(`ask.${action}Text`, { verified, items })}
    </ActionDialog>
  )
}

type EditionValues = {
  readonly no: string
  readonly validFrom: string | null
  readonly source: string
  readonly copyOf: string | null
}

const versioned = ({ no, validFrom, source, version }: EditionRow) => ({
  values: { no, validFrom, source, copyOf: null },
  version,
})

interface FormProps {
  /** Null: a new one. */
  readonly row: EditionRow | null
  readonly chosen: Chosen
  readonly onClose: () => void
}

function EditionForm({ row, chosen, onClose }: FormProps) {
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const idempotencyKey = useRequestKey()
  const { standard, editions, edition, choose } = chosen
  const begun = { no: '', validFrom: null, source: edition?.source ?? '', copyOf: edition?.id ?? null }
  return (
    <FormDrawer<EditionValues, EditionRow>
      title={row === null ? t('action.addEdition') : t('editions.edit', { no: row.no })}
      labels={{
        no: t('field.no'),
        validFrom: t('field.validFrom'),
        source: t('field.source'),
        copyOf: t('field.copyOf'),
      }}
      initial={row === null ? { values: begun, version: 0 } : versioned(row)}
      save={({ copyOf, ...values }, version) =>
        row === null
          ? api('POST /api/standards/:id/editions', {
              params: { id: standard?.id ?? '' },
              body: { ...values, copyOf: copyOf ?? null },
              idempotencyKey,
            })
          : api('PATCH /api/editions/:id', { params: { id: row.id }, body: { version, ...values } })
      }
      theirs={(current) => versioned(current as EditionRow)}
      onSaved={(saved) => {
        void changed()
        choose({ edition: saved.no })
        onClose()
      }}
      onClose={onClose}
    >
      <EditionFields copies={row === null ? editions : null} />
    </FormDrawer>
  )
}

interface FieldsProps {
  /** Editions that the new one can copy; null: it is not new. */
  readonly copies: readonly EditionRow[] | null
}

function EditionFields({ copies }: FieldsProps) {
  const { t } = useTranslation('standards')
  return (
    <>
      <Form.Item
        name="no"
        label={t('field.no')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={40} />
      </Form.Item>
      {copies !== null && (
        <Form.Item
          name="copyOf"
          label={t('field.copyOf')}
          normalize={(value: string | undefined) => value ?? null}
        >
          <Select
            allowClear
            placeholder={t('editions.empty')}
            options={copies.map(({ id, no, items }) => ({ value: id, label: `${no} (${items})` }))}
          />
        </Form.Item>
      )}
      <Form.Item name="validFrom" label={t('field.validFrom')}>
        <DayField />
      </Form.Item>
      <Form.Item name="source" label={t('field.source')}>
        <Input.TextArea rows={5} maxLength={1000} />
      </Form.Item>
    </>
  )
}

function ExportEdition({ edition: { id, no }, chosen, onClose }: CompareProps) {
  return (
    <DownloadDialog
      title={`${chosen.standard?.code ?? ''} ${no}`}
      fetch={(options) => download('GET /api/editions/:id/file', { params: { id }, ...options })}
      onClose={onClose}
    />
  )
}

interface CompareProps {
  readonly edition: EditionRow
  readonly chosen: Chosen
  readonly onClose: () => void
}

function Compare({ edition, chosen, onClose }: CompareProps) {
  const { t } = useTranslation('standards')
  const others = chosen.editions.filter(({ id }) => id !== edition.id)
  const [against, setAgainst] = useState(others[0]?.id ?? '')
  const field = useId()
  const difference = useQuery(differenceQuery(edition.id, against))
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('compare.title', { no: edition.no })}
        width={760}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      >
        <div className="compare-against">
          <label htmlFor={field}>{t('compare.against')}</label>
          <Select
            id={field}
            className="choose-standard"
            value={against}
            options={others.map(({ id, no, status }) => ({
              value: id,
              label: `${no} · ${t(`status.${status}`)}`,
            }))}
            onChange={setAgainst}
          />
        </div>
        {difference.isPending && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
        {difference.error !== null && <ProblemAlert error={difference.error} />}
        {difference.data?.total === 0 && <p className="soft">{t('compare.same')}</p>}
        <ChangeList changes={difference.data?.items ?? []} />
      </Modal>
    </>
  )
}
