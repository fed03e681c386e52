import type { Resource } from '@cloud-factory/domain/resource/resource'
import type { FormRule } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormDrawer } from '../form/form-drawer.tsx'
import { useRequestKey } from '../form/request-key.ts'
import { createOne, type ResourceRow, type RowOf, updateOne, useResourceChanged } from './resource-api.ts'
import { type Inputs, ResourceFields } from './resource-fields.tsx'
import { type FormValues, formValues, languages, valuesOf } from './resource-values.rules.ts'
import { type ResourceWords, useResourceWords } from './use-resource-words.ts'

export interface ResourceFormProps<R extends Resource> {
  readonly resource: R
  /** Null: a new one. */
  readonly row: RowOf<R> | null
  readonly onClose: () => void
  /** Values of a new one that differ from the declared ones. */
  readonly initial?: FormValues
  readonly inputs?: Inputs | undefined
  readonly notes?: Readonly<Record<string, ReactNode>>
  readonly rules?: Readonly<Record<string, FormRule>>
  /** A value in a conflict, where it is not shown as declared. */
  readonly show?: (field: string, value: unknown) => ReactNode
  /** Called instead of `onClose` with what was saved. */
  readonly onSaved?: (row: RowOf<R>) => void
}

/** Adds a record of a resource, changes one, or begins a new one with its values. */
export function ResourceForm<R extends Resource>(props: ResourceFormProps<R>) {
  const { resource, row } = props
  const [isCopy, setIsCopy] = useState(false)
  if (row === null || !isCopy)
    return <FilledForm {...props} onCopy={row === null ? undefined : () => setIsCopy(true)} />
  const { unique } = resource
  const initial = { ...formValues(resource, row), ...(unique !== undefined && { [unique]: '' }) }
  return <FilledForm {...props} key="copy" row={null} initial={initial} />
}

interface FilledFormProps<R extends Resource> extends ResourceFormProps<R> {
  readonly onCopy?: (() => void) | undefined
}

function FilledForm<R extends Resource>(props: FilledFormProps<R>) {
  const {
    resource,
    row,
    onCopy,
    onClose,
    initial,
    inputs = {},
    notes = {},
    rules = {},
    show,
    onSaved,
  } = props
  const words = useResourceWords(resource)
  const changed = useResourceChanged(resource)
  const labels = labelsOf(resource, words)
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<FormValues, RowOf<R>>
      title={row === null ? words.text('add') : words.text('edit', row)}
      labels={labels}
      initial={{
        values: { ...formValues(resource, row), ...(row === null && initial) },
        version: row?.version ?? 0,
      }}
      save={async (form, version, reason) => {
        const body = { ...valuesOf(resource, form), ...(reason !== undefined && { reason }) }
        const saved = await (row === null
          ? createOne(resource, body, idempotencyKey)
          : updateOne(resource, row.id, { ...body, version }))
        // The list shows the new version before somebody can press a button of its old row.
        await changed()
        return saved
      }}
      theirs={(current) => ({
        values: formValues(resource, current as object),
        version: (current as ResourceRow).version,
        ...byOf(current),
      })}
      show={(field, value) => show?.(field, value) ?? words.shown(field, value)}
      onSaved={(saved) => {
        if (onSaved === undefined) onClose()
        else onSaved(saved)
      }}
      onCopy={onCopy}
      onClose={onClose}
    >
      <ResourceFields resource={resource} words={words} inputs={inputs} notes={notes} rules={rules} />
    </FormDrawer>
  )
}

/** Who saved the row, if it says so. */
const byOf = (current: unknown) => {
  const { updatedBy: by } = current as { readonly updatedBy?: string }
  return by === undefined ? {} : { by }
}

/** Labels by input. */
function labelsOf(
  { fields }: Resource,
  { label, language }: ResourceWords,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { type }]) =>
      type === 'names' ? languages.map((one) => [`${key}.${one}`, language(one)]) : [[key, label(key)]],
    ),
  )
}
