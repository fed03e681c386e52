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
import { useQualityChanged } from './quality.queries.ts'

interface RegisterRow {
  readonly id: string
  readonly can: { readonly edit: true | string; readonly delete: true | string }
}

export interface RegisterFormProps<Row> {
  /** Null: a new one. */
  readonly row: Row | null
  readonly onClose: () => void
}

/** Words of a register, translated. */
interface Words {
  readonly title: string
  readonly add: string
  readonly empty: string
  readonly search: string
}

interface Props<Row> {
  readonly name: string
  readonly words: Words
  readonly list: List
  readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly total: number }>
  readonly columns: readonly Column<Row>[]
  readonly nameOf: (row: Row) => string
  readonly form: (props: RegisterFormProps<Row>) => ReactNode
  readonly remove: (row: Row) => Promise<unknown>
  readonly filters?: ReactNode
  /** More buttons of a row, and how wide all are. */
  readonly rowButtons?: (row: Row) => ReactNode
  readonly rowWidth?: number
}

type Open<Row> = { readonly edit: Row | null } | { readonly remove: Row }

/** A register with its form: added, changed and deleted by whoever may. */
export function RegisterList<Row extends RegisterRow>(props: Props<Row>) {
  const { name, words, list, query, columns, nameOf, form: Form, remove, filters, rowButtons } = props
  const { t } = useTranslation('welds')
  const changed = useQualityChanged()
  const [open, setOpen] = useState<Open<Row> | null>(null)
  const close = () => setOpen(null)
  const buttons = (row: Row) => (
    <span className="row-actions">
      <ReasonButton type="link" size="small" may={row.can.edit} onClick={() => setOpen({ edit: row })}>
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
  )
  return (
    <>
      <DataTable<Row>
        name={name}
        label={words.title}
        list={list}
        query={query}
        columns={columns}
        searchHint={words.search}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        empty={<span>{words.empty}</span>}
        filters={filters}
        actions={
          <Allowed permission="quality.judge">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {words.add}
            </Button>
          </Allowed>
        }
        rowActions={{ width: props.rowWidth ?? 150, render: buttons }}
      />
      {open !== null && 'edit' in open && <Form row={open.edit} onClose={close} />}
      {open !== null && 'remove' in open && (
        <ActionDialog
          title={t('removeTitle', { name: nameOf(open.remove) })}
          deed={t('deed.delete')}
          danger
          act={() => remove(open.remove).finally(() => void changed())}
          onDone={close}
          onClose={close}
        >
          {t('removeText')}
        </ActionDialog>
      )}
    </>
  )
}
