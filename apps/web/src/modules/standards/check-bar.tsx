import type { EditionRow, StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'
import { useState } from 'react'
import { useInstant } from '../../shared/format/dates.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import type { Chosen } from './edition-choice.tsx'

interface CheckFormProps {
  readonly code: string
  readonly edition: EditionRow
  readonly rows: readonly StandardItemRow[]
  readonly onDone: () => void
  readonly onClose: () => void
}

type Source = { readonly document: string; readonly clause: string; readonly page: string }

/** Checks rows off with one source; who does it and when is recorded. */
function CheckForm({ code, edition, rows, onDone, onClose }: CheckFormProps) {
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const idempotencyKey = useRequestKey()
  const clauses = new Set(rows.map(({ clause }) => clause))
  const [only = ''] = clauses.size === 1 ? clauses : []
  return (
    <FormDrawer<Source, EditionRow>
      title={t('check.title', { count: rows.length })}
      action={t('check.action', { count: rows.length })}
      labels={{ document: t('check.document'), clause: t('field.clause'), page: t('check.page') }}
      initial={{
        values: { document: `${code}-${edition.no}`, clause: only, page: '' },
        version: edition.version,
      }}
      save={(source, version) =>
        api('POST /api/editions/:id/checks', {
          params: { id: edition.id },
          body: { version, itemIds: rows.map(({ id }) => id), ...source },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onDone()
      }}
      onClose={() => {
        void changed()
        onClose()
      }}
    >
      <p>{t('check.text')}</p>
      <RowNames rows={rows} />
      <Form.Item
        name="document"
        label={t('check.document')}
        tooltip={t('check.documentHint')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="clause" label={t('field.clause')} tooltip={t('check.clauseHint')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="page" label={t('check.page')}>
          <Input maxLength={40} />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}

/** Takes checks back. */
function UncheckDialog({ edition, rows, onDone, onClose }: Omit<CheckFormProps, 'code'>) {
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const { id, version } = edition
  const itemIds = rows.map((row) => row.id)
  return (
    <ActionDialog
      title={t('check.undoTitle', { count: rows.length })}
      action={t('check.undo')}
      act={() =>
        api('POST /api/editions/:id/checks/undo', { params: { id }, body: { version, itemIds } }).finally(
          () => void changed(),
        )
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('check.undoText')}</p>
      <RowNames rows={rows} />
    </ActionDialog>
  )
}

const shown = 6

function RowNames({ rows }: Pick<CheckFormProps, 'rows'>) {
  const { t } = useTranslation('standards')
  const { nameOf } = useStandardWords()
  const names = rows.slice(0, shown).map((row) => nameOf(row.names))
  return (
    <p className="soft">
      {names.join(' · ')}
      {rows.length > shown && ` ${t('check.more', { count: rows.length - shown })}`}
    </p>
  )
}

interface CheckBarProps {
  readonly chosen: Chosen
  readonly edition: EditionRow
  /** Rows that are ticked. */
  readonly ticked: readonly StandardItemRow[]
  /** Called when they are done with. */
  readonly onDone: () => void
}

/** Verification progress of an edition, row filter, and actions on the selected rows. */
export function CheckBar({ chosen, edition, ticked, onDone }: CheckBarProps) {
  const { t } = useTranslation('standards')
  const [openDialog, setOpenDialog] = useState<'check' | 'undo' | null>(null)
  const toCheck = ticked.filter(({ verified }) => verified === null)
  const toUndo = ticked.filter(({ verified }) => verified !== null)
  const allowed = (rows: readonly StandardItemRow[]) =>
    edition.can.verify === true ? rows.length > 0 || 'item.none_ticked' : edition.can.verify
  const done = () => {
    setOpenDialog(null)
    onDone()
  }
  const dialog = {
    code: chosen.standard?.code ?? '',
    edition,
    onDone: done,
    onClose: () => setOpenDialog(null),
  }
  return (
    <div className="check-bar">
      <StatusTag
        tone={edition.verified < edition.items ? 'warn' : 'good'}
        text={t('check.count', { verified: edition.verified, items: edition.items })}
      />
      <Select
        aria-label={t('check.filter')}
        className="check-filter"
        value={chosen.verified ?? ''}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('check.all') },
          { value: 'false', label: t('check.open') },
          { value: 'true', label: t('check.done') },
        ]}
        onChange={(verified: string) => chosen.choose({ verified })}
      />
      <ReasonButton allowed={allowed(toCheck)} onClick={() => setOpenDialog('check')}>
        {t('check.action', { count: toCheck.length })}
      </ReasonButton>
      {toUndo.length > 0 && (
        <ReasonButton allowed={allowed(toUndo)} onClick={() => setOpenDialog('undo')}>
          {t('check.undoAction', { count: toUndo.length })}
        </ReasonButton>
      )}
      {openDialog === 'check' && <CheckForm {...dialog} rows={toCheck} />}
      {openDialog === 'undo' && <UncheckDialog {...dialog} rows={toUndo} />}
    </div>
  )
}

/** Whether a row is verified: by whom, when, and where in which text. */
export function CheckMark({ verified }: Pick<StandardItemRow, 'verified'>) {
  const { t } = useTranslation('standards')
  const instant = useInstant()
  if (verified === null) return <StatusTag tone="warn" text={t('check.open')} />
  const { by, at, document, clause, page } = verified
  const place = [document, clause, page === '' ? '' : t('check.onPage', { page })]
  return (
    <>
      <StatusTag tone="good" text={t('check.done')} />
      <small className="item-source">
        {by} {instant(at, '{y}-{m}-{d}')} · {place.filter((part) => part !== '').join(' · ')}
      </small>
    </>
  )
}
