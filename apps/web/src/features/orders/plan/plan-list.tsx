import { PlusOutlined } from '@ant-design/icons'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import type { Column } from '../../../shared/list/column.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import type { List } from '../../../shared/list/use-list-state.ts'
import { Allowed } from '../../../shared/ui/allowed.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { usePlanChanged } from './plan.queries.ts'

type Word = 'processes' | 'routes' | 'workshops' | 'crews' | 'shifts'

interface PlanRow {
  readonly id: string
  readonly code: string
  readonly can: { readonly edit: true | string; readonly delete: true | string }
}

interface FormProps<Row> {
  /** Null: a new one. */
  readonly row: Row | null
  readonly onClose: () => void
}

interface Props<Row> {
  readonly word: Word
  readonly list: List
  readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly total: number }>
  readonly columns: readonly Column<Row>[]
  readonly form: (props: FormProps<Row>) => ReactNode
  readonly remove: (row: Row) => Promise<unknown>
  /** More buttons of a row. */
  readonly rowButtons?: (row: Row) => ReactNode
  readonly rowWidth?: number
}

type Open<Row> = { readonly edit: Row | null } | { readonly remove: Row }

/** A list of the plan with its form: added, changed and deleted by whoever may. */
export function PlanList<Row extends PlanRow>(props: Props<Row>) {
  const { word, list, query, columns, form: Form, remove, rowButtons, rowWidth = 150 } = props
  const { t } = useTranslation('plan')
  const [open, setOpen] = useState<Open<Row> | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Allowed permission="production.edit">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
        {t(`${word}.add`)}
      </Button>
    </Allowed>
  )
  return (
    <>
      <DataTable<Row>
        name={`plan.${word}`}
        label={t(`${word}.title`)}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        actions={add}
        empty={<span>{t(`${word}.empty`)}</span>}
        rowActions={{
          width: rowWidth,
          render: (row) => (
            <span className="row-actions">
              <ReasonButton
                type="link"
                size="small"
                may={row.can.edit}
                onClick={() => setOpen({ edit: row })}
              >
                {t('deed.edit')}
              </ReasonButton>
              {rowButtons?.(row)}
              <ReasonButton
                type="link"
                size="small"
                danger={row.can.delete === true}
                may={row.can.delete}
                onClick={() => setOpen({ remove: row })}
              >
                {t('deed.delete')}
              </ReasonButton>
            </span>
          ),
        }}
      />
      {open !== null && 'edit' in open && <Form row={open.edit} onClose={close} />}
      {open !== null && 'remove' in open && (
        <RemoveDialog word={word} code={open.remove.code} act={() => remove(open.remove)} onClose={close} />
      )}
    </>
  )
}

interface RemoveProps {
  readonly word: Word
  readonly code: string
  readonly act: () => Promise<unknown>
  readonly onClose: () => void
}

function RemoveDialog({ word, code, act, onClose }: RemoveProps) {
  const { t } = useTranslation('plan')
  const changed = usePlanChanged()
  return (
    <ActionDialog
      title={t(`${word}.remove`, { code })}
      deed={t('deed.delete')}
      danger
      act={() => act().finally(() => void changed())}
      onDone={onClose}
      onClose={onClose}
    >
      {t('removeText')}
    </ActionDialog>
  )
}
