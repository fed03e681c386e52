import {
  byType,
  type ByType,
  type Field,
  maxCode,
  type Resource,
} from '@cloud-factory/domain/resource/resource'
import { Form, type FormRule as Rule, Input, InputNumber, Select, Switch } from 'antd'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { DayField } from '../form/day-field.tsx'
import { NameFields } from '../form/name-fields.tsx'
import { QuantityField } from '../form/quantity-field.tsx'
import { typedDecimal } from '../form/typed-decimal.rules.ts'
import type { Option, ResourceWords } from './use-resource-words.ts'

/** Inputs that a resource writes out itself, by field, with their items where the type is `own`; null: none. */
export type Inputs = Readonly<Record<string, ReactElement | null>>

interface Props {
  readonly resource: Resource
  readonly words: ResourceWords
  readonly inputs: Inputs
  /** Sentences below inputs, by field. */
  readonly notes: Readonly<Record<string, ReactNode>>
  /** Checks besides the declared ones, by field. */
  readonly rules: Readonly<Record<string, Rule>>
}

/** The inputs of a resource's form; short ones stand in pairs. */
export function ResourceFields({ resource, ...props }: Props) {
  return groupsOf(resource).map((group) => {
    const items = group.map(([key, field]) => <Item key={key} name={key} field={field} {...props} />)
    return group.length > 1 ? (
      <div key={group[0]?.[0]} className="form-pair">
        {items}
      </div>
    ) : (
      <Fragment key={group[0]?.[0]}>{items}</Fragment>
    )
  })
}

type Entry = readonly [key: string, field: Field]

const wideTypes: ReadonlySet<Field['type']> = new Set(['names', 'ids', 'choices', 'range', 'own'])
const isWide = (field: Field): boolean =>
  wideTypes.has(field.type) || (field.type === 'text' && field.lines !== undefined)

/** Neighbours that are short, and switches that follow each other, stand in one group. */
function groupsOf({ fields }: Resource): readonly (readonly Entry[])[] {
  const kind = (field: Field) => (isWide(field) ? 'wide' : field.type === 'flag' ? 'flag' : 'short')
  const groups: Entry[][] = []
  for (const entry of Object.entries(fields)) {
    const last = groups.at(-1)
    const before = last?.[0]?.[1]
    if (last !== undefined && before !== undefined && !isWide(before) && kind(before) === kind(entry[1]))
      last.push(entry)
    else groups.push([entry])
  }
  return groups
}

interface ItemProps extends Omit<Props, 'resource'> {
  readonly name: string
  readonly field: Field
}

function Item({ name, field, words, inputs, notes, rules }: ItemProps) {
  const input = inputs[name]
  if (input === null) return null
  if (field.type === 'own') return input
  if (field.type === 'range') return <RangeItem name={name} field={field} words={words} />
  if (field.type === 'names') return <NameFields name={(language) => `${name}.${language}`} max={field.max} />
  return (
    <FieldItem
      name={name}
      label={words.label(name)}
      tooltip={words.hint(name)}
      note={notes[name]}
      rule={rules[name]}
      isRequired={isRequired(field)}
      isText={field.type === 'code' || field.type === 'text' || field.type === 'decimal'}
      isDecimal={field.type === 'decimal'}
      isFlag={field.type === 'flag'}
      isOptional={field.optional === true}
      input={input ?? byType(inputOf, field, words.options(name), words.none(name))}
    />
  )
}

interface RangeProps {
  readonly name: string
  readonly field: Extract<Field, { readonly type: 'range' }>
  readonly words: ResourceWords
}

function RangeItem({ name, field, words }: RangeProps) {
  const { t } = useTranslation()
  return (
    <div className="form-pair">
      {(['min', 'max'] as const).map((end) => (
        <FieldItem
          key={end}
          name={[name, end]}
          label={`${words.label(name)} ${t(`field.${end}`)}`}
          isRequired={isRequired(field)}
          input={<NumberInput field={field} />}
        />
      ))}
    </div>
  )
}

function isRequired(field: Field): boolean {
  if (field.optional === true || field.type === 'flag') return false
  return (field.type !== 'text' && field.type !== 'choices') || field.required === true
}

interface FieldItemProps {
  readonly name: string | string[]
  readonly label: string
  readonly tooltip?: string | undefined
  readonly note?: ReactNode
  readonly rule?: Rule | undefined
  readonly isRequired: boolean
  readonly isText?: boolean
  readonly isDecimal?: boolean
  readonly isFlag?: boolean
  readonly isOptional?: boolean
  readonly input: ReactElement
}

function FieldItem({ name, label, tooltip, note, rule, input, ...is }: FieldItemProps) {
  const { t } = useTranslation()
  // `whitespace`, even if false, makes the value text, and a number is none.
  const required = {
    required: true,
    ...(is.isText === true && { whitespace: true }),
    message: t('form.required'),
  }
  const decimal = {
    validator: (_: unknown, value: string | null) =>
      typedDecimal(value ?? '') === null ? Promise.reject(new Error(t('notDecimal'))) : Promise.resolve(),
  }
  return (
    <Form.Item
      name={name}
      label={label}
      tooltip={tooltip}
      extra={note}
      rules={[
        ...(is.isRequired ? [required] : []),
        ...(is.isDecimal === true ? [decimal] : []),
        ...(rule === undefined ? [] : [rule]),
      ]}
      {...(is.isFlag === true && { valuePropName: 'checked' })}
      // A cleared select and an emptied number are undefined.
      {...(is.isOptional === true && { normalize: (value: unknown) => value ?? null })}
    >
      {input}
    </Form.Item>
  )
}

const ownInput = (): ReactElement => {
  throw new Error('this type has an input of its own')
}
const inputOf: ByType<[options: readonly Option[], none: string | undefined], ReactElement> = {
  code: ({ example }) => <Input maxLength={maxCode} placeholder={example} />,
  text: ({ max, lines, example }) =>
    lines === undefined ? (
      <Input maxLength={max} placeholder={example} />
    ) : (
      <Input.TextArea rows={lines} maxLength={max} />
    ),
  number: (field) => <NumberInput field={field} />,
  decimal: () => <Input inputMode="decimal" maxLength={20} />,
  flag: () => <Switch />,
  choice: ({ optional }, options, none) => (
    <Select options={[...options]} allowClear={optional === true} placeholder={none} />
  ),
  choices: (_, options) => <Select options={[...options]} mode="multiple" />,
  day: () => <DayField />,
  time: () => <Input type="time" />,
  range: ownInput,
  own: ownInput,
  names: ownInput,
  id: ownInput,
  ids: ownInput,
}

type NumberInputProps = Readonly<Record<string, unknown>> & {
  readonly field: Extract<Field, { readonly type: 'number' | 'range' }>
}

/** Quantities of three decimals show only those that count. */
function NumberInput({ field, ...item }: NumberInputProps) {
  const { max, decimals = 0 } = field
  const { min = 0, suffix } = field.type === 'number' ? field : {}
  const shown = { ...item, className: 'number-field', min, max, ...(suffix !== undefined && { suffix }) }
  return decimals === 3 ? <QuantityField {...shown} /> : <InputNumber {...shown} precision={decimals} />
}
