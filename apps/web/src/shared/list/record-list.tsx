import { type ReactNode, type ComponentProps, useState } from 'react'
import { ReasonButton } from '../ui/reason-button.tsx'
import { PlusOutlined } from '@ant-design/icons'
import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { ActionDialog } from '../form/action-dialog.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Button } from '../ui/button.tsx'
import type { Width } from './columns.rules.ts'
import { DataTable } from './data-table.tsx'

interface EditDeleteProps {
  readonly can: { readonly edit: true | string; readonly delete: true | string }
  readonly words: { readonly edit: string; readonly delete: string }
  readonly onEdit: () => void
  readonly onDelete: () => void
  /** Further actions, before these two. */
  readonly children?: ReactNode
}

/** The row actions of an editable list: edit, delete. */
export function EditDelete({ can, words, onEdit, onDelete, children }: EditDeleteProps) {
  return (
    <span className="row-actions">
      {children}
      <ReasonButton type="link" size="small" allowed={can.edit} onClick={onEdit}>
        {words.edit}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger={can.delete === true}
        allowed={can.delete}
        onClick={onDelete}
      >
        {words.delete}
      </ReasonButton>
    </span>
  )
}

interface RecordRow {
  readonly id: string
  readonly can: { readonly edit: true | string; readonly delete: true | string }
}

export interface RecordFormProps<Row> {
  /** null: a new one. */
  readonly row: Row | null
  readonly onClose: () => void
}

/** Texts of the list, translated. */
interface Words<Row> {
  readonly label: string
  readonly add: string
  readonly empty: string
  readonly search: string
  readonly edit: string
  readonly delete: string
  readonly removeTitle: (row: Row) => string
  readonly removeText: string
}

type TableProps<Row extends RecordRow> = ComponentProps<typeof DataTable<Row>>

interface RecordListProps<Row extends RecordRow>
  extends Pick<TableProps<Row>, 'name' | 'list' | 'query' | 'columns' | 'filters'> {
  readonly words: Words<Row>
  /** Permission to add; the row's `can` says who may change or delete it. */
  readonly permission: Permission
  /** The form component, the same at each call. Mounted to open it. */
  readonly form: (props: RecordFormProps<Row>) => ReactNode
  readonly remove: (row: Row) => Promise<unknown>
  /** Reloads the lists, also after a rejected deletion, because somebody else may have changed them. */
  readonly onChanged: () => unknown
  /** Button for adding records from a file. */
  readonly importing?: ReactNode
  /** Further actions of a row, and the width of all of them. */
  readonly rowButtons?: (row: Row) => ReactNode
  readonly rowWidth?: Width
}

interface AddProps {
  readonly permission: Permission
  readonly label: string
  readonly onClick: () => void
}

const AddButton = ({ permission, label, onClick }: AddProps) => (
  <Allowed permission={permission}>
    <Button primary icon={<PlusOutlined aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  </Allowed>
)

type Open<Row> = { readonly edit: Row | null } | { readonly remove: Row }

/** A list of records that users add, change and delete, with its form. */
export function RecordList<Row extends RecordRow>(props: RecordListProps<Row>) {
  const {
    words,
    permission,
    form: Form,
    remove,
    onChanged,
    importing,
    rowButtons,
    rowWidth = 150,
    ...table
  } = props
  const [open, setOpen] = useState<Open<Row> | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DataTable<Row>
        {...table}
        label={words.label}
        searchHint={words.search}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        empty={<span>{words.empty}</span>}
        actions={
          <>
            {importing}
            <AddButton permission={permission} label={words.add} onClick={() => setOpen({ edit: null })} />
          </>
        }
        rowActions={{
          width: rowWidth,
          render: (row) => (
            <EditDelete
              can={row.can}
              words={words}
              onEdit={() => setOpen({ edit: row })}
              onDelete={() => setOpen({ remove: row })}
            >
              {rowButtons?.(row)}
            </EditDelete>
          ),
        }}
      />
      {open !== null && 'edit' in open && <Form row={open.edit} onClose={close} />}
      {open !== null && 'remove' in open && (
        <ActionDialog
          title={words.removeTitle(open.remove)}
          action={words.delete}
          danger
          act={() => remove(open.remove).finally(() => void onChanged())}
          onDone={close}
          onClose={close}
        >
          {words.removeText}
        </ActionDialog>
      )}
    </>
  )
}
