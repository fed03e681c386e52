import { listKeyOf, type Resource } from '@cloud-factory/domain/resource/resource'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { ImportButton } from '../import/import-button.tsx'
import type { Column } from '../list/column.ts'
import type { Width } from '../list/columns.rules.ts'
import { type RecordFormProps, RecordList } from '../list/record-list.tsx'
import { SelectFilter } from '../list/select-filter.tsx'
import { useListQuery } from '../list/use-list-query.ts'
import { type List, useListState } from '../list/use-list-state.ts'
import { type ListKeyOf, removeOne, resourceQuery, type RowOf, useResourceChanged } from './resource-api.ts'
import { type ResourceColumn, resourceColumns } from './resource-columns.tsx'
import type { Inputs } from './resource-fields.tsx'
import type { ResourceForm as LoadedForm } from './resource-form.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { type ResourceWords, useResourceWords } from './use-resource-words.ts'

const ResourceForm = lazyDialog(
  async () => (await import('./resource-form.tsx')).ResourceForm,
) as typeof LoadedForm

interface Props<R extends Resource> {
  readonly resource: R
  /** What each column shows; memoize with `useMemo` or keep it outside of the component. */
  readonly columns: readonly ResourceColumn<RowOf<R>>[]
  /** The form's component, the same at each call, where the declared one is not enough. */
  readonly form?: (props: RecordFormProps<RowOf<R>>) => ReactNode
  /** Inputs of the declared form that are written out; the same object at each call. */
  readonly inputs?: Inputs
  /** Name under which the user's columns are stored; the path by default. */
  readonly storedAs?: string
  /** Filters besides the declared ones: their names in the query, the same array at each call, and their inputs. */
  readonly filterNames?: readonly string[]
  readonly filters?: (list: List) => ReactNode
  readonly rowButtons?: (row: RowOf<R>) => ReactNode
  readonly rowWidth?: Width
  /** Whether records can be added from a file. */
  readonly importable?: boolean
  /** Title for screen readers; by default the text `title`. */
  readonly label?: string
}

const none: readonly string[] = []

/** The list of a resource, in which users add, change and delete records. */
export function ResourceList<R extends Resource>(props: Props<R>) {
  const { resource, columns, storedAs, filterNames = none, filters, inputs, rowButtons, rowWidth } = props
  const { t } = useTranslation('common')
  const words = useResourceWords(resource)
  const onChanged = useResourceChanged(resource)
  const names = useMemo(() => [...(resource.filters ?? []), ...filterNames], [resource, filterNames])
  const list = useListState(listKeyOf(resource) as ListKeyOf<R>, names as never)
  const query = useListQuery(list, (page) => resourceQuery(resource, page))
  const shown = useMemo<readonly Column<RowOf<R>>[]>(
    () => resourceColumns(resource, words, columns),
    [resource, words, columns],
  )
  const form = useMemo(
    () =>
      props.form ??
      ((one: RecordFormProps<RowOf<R>>) => <ResourceForm resource={resource} inputs={inputs} {...one} />),
    [props.form, resource, inputs],
  )
  return (
    <RecordList<RowOf<R>>
      name={storedAs ?? resource.path}
      list={list}
      query={query}
      columns={shown}
      permission={resource.edit}
      form={form}
      remove={(row) => removeOne(resource, row)}
      onChanged={onChanged}
      words={{
        label: props.label ?? words.text('title'),
        add: words.text('add'),
        empty: words.text('empty'),
        search: words.search,
        edit: t('action.edit'),
        delete: t('action.delete'),
        removeTitle: (row) => t('removeTitle', { name: words.nameOf(row) }),
        removeText: t('active' in resource.fields ? 'removeOrDisable' : 'removeText'),
      }}
      filters={
        <>
          <ChoiceFilters resource={resource} words={words} list={list} />
          {filters?.(list)}
        </>
      }
      {...(props.importable === true && {
        importing: (
          <ImportButton
            path={resource.path}
            permission={resource.edit}
            title={props.label ?? words.text('title')}
            label={words.label}
            onChanged={onChanged}
          />
        ),
      })}
      {...(rowButtons !== undefined && { rowButtons })}
      {...(rowWidth !== undefined && { rowWidth })}
    />
  )
}

interface FilterProps {
  readonly resource: Resource
  readonly words: ResourceWords
  readonly list: List
}

function ChoiceFilters({ resource, words, list }: FilterProps) {
  return resource.filters?.map((key) => {
    const options = words.options(key)
    return (
      options.length > 0 && (
        <SelectFilter key={key} list={list} name={key} many label={words.label(key)} options={options} />
      )
    )
  })
}
