import type { EditionRow, StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'

interface Props {
  readonly code: string
  readonly edition: EditionRow
  readonly rows: readonly StandardItemRow[]
  readonly onDone: () => void
  readonly onClose: () => void
}

type Source = { readonly document: string; readonly clause: string; readonly page: string }

/** Checks rows off with one source; who does it and when is recorded. */
export function CheckForm({ code, edition, rows, onDone, onClose }: Props) {
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const idempotencyKey = useRequestKey()
  const clauses = new Set(rows.map(({ clause }) => clause))
  const [only = ''] = clauses.size === 1 ? clauses : []
  return (
    <FormDrawer<Source, EditionRow>
      title={t('check.title', { count: rows.length })}
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
export function UncheckDialog({ edition, rows, onDone, onClose }: Omit<Props, 'code'>) {
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

function RowNames({ rows }: Pick<Props, 'rows'>) {
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
