import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, HolderOutlined } from '@ant-design/icons'
import type { ProcessRow } from '@cloud-factory/contract/planning/processes'
import { Button, Select } from 'antd'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { inserted, moved } from './plan.rules.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

interface Props {
  readonly processes: readonly ProcessRow[]
  readonly disabled: boolean
  /** Process ids in the order of work; passed by the form item, like the props below. */
  readonly value?: readonly string[]
  readonly onChange?: (ids: readonly string[]) => void
  readonly id?: string
}

/**
 * An ordered list of processes: dragged with the mouse, moved with its buttons, or with Alt and the arrow keys; Delete
 * takes a step out.
 */
export function StepsField({ processes, disabled, value = [], onChange, id }: Props) {
  const { t } = useTranslation('planning')
  const [dragged, setDragged] = useState<string | null>(null)
  const { list, announcement, known, name, move, add, actsOf } = useSteps({ processes, value, onChange })
  const onKeyDown = (event: KeyboardEvent, step: string) => {
    const act = keyAct(event, actsOf(step))
    if (disabled || act === null) return
    event.preventDefault()
    act()
  }
  const onDragOver = (event: DragEvent, over: string) => {
    if (dragged === null) return
    event.preventDefault()
    if (dragged !== over) move(dragged, value.indexOf(over))
  }
  return (
    <div className="steps" id={id}>
      <ol ref={list} aria-label={t('field.processIds')}>
        {value.map((step, at) => (
          <li
            key={step}
            data-step={step}
            className={step === dragged ? 'is-dragged' : ''}
            draggable={!disabled}
            onDragStart={() => setDragged(step)}
            onDragOver={(event) => onDragOver(event, step)}
            onDragEnd={() => setDragged(null)}
          >
            {!disabled && <HolderOutlined className="step-grip" aria-hidden="true" />}
            <span
              className="step-name"
              role="button"
              tabIndex={disabled ? -1 : 0}
              aria-disabled={disabled}
              aria-description={t('hint.steps')}
              onKeyDown={(event) => onKeyDown(event, step)}
            >
              {at + 1}. {name(step)}
            </span>
            <StepGate process={known.get(step)} />
            {!disabled && (
              <StepButtons
                name={name(step)}
                isFirst={at === 0}
                isLast={at === value.length - 1}
                {...actsOf(step)}
              />
            )}
          </li>
        ))}
      </ol>
      {!disabled && <AddStep processes={processes} value={value} onAdd={add} />}
      <span className="steps-said" aria-live="polite">
        {announcement}
      </span>
    </div>
  )
}

interface StepsInput {
  readonly processes: readonly ProcessRow[]
  readonly value: readonly string[]
  readonly onChange: Props['onChange']
}

/** Changes the steps and announces each change to screen readers. */
function useSteps({ processes, value, onChange }: StepsInput) {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const [announcement, setAnnouncement] = useState('')
  const { list, focus } = useFocusedStep()
  const known = new Map(processes.map((process) => [process.id, process]))
  const name = (step: string) => {
    const process = known.get(step)
    return process === undefined ? step : nameOf(process.names)
  }
  const move = (step: string, to: number) => {
    const next = moved(value, value.indexOf(step), to)
    if (next === value) return
    onChange?.(next)
    focus(step)
    setAnnouncement(t('steps.moved', { name: name(step), place: to + 1, count: value.length }))
  }
  const remove = (step: string) => {
    const at = value.indexOf(step)
    onChange?.(value.filter((other) => other !== step))
    focus(value[at + 1] ?? value[at - 1] ?? '')
    setAnnouncement(t('steps.removed', { name: name(step) }))
  }
  const add = (step: string) => {
    onChange?.(inserted(value, step, (one) => known.get(one)?.kind ?? 'work'))
    setAnnouncement(t('steps.added', { name: name(step) }))
  }
  const actsOf = (step: string): Acts => ({
    up: () => move(step, value.indexOf(step) - 1),
    down: () => move(step, value.indexOf(step) + 1),
    remove: () => remove(step),
  })
  return { list, announcement, known, name, move, add, actsOf }
}

interface ButtonsProps extends Acts {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

function StepButtons({ name, isFirst, isLast, up, down, remove }: ButtonsProps) {
  const { t } = useTranslation('planning')
  const buttons = [
    ['up', <ArrowUpOutlined key="up" />, up, isFirst],
    ['down', <ArrowDownOutlined key="down" />, down, isLast],
    ['remove', <CloseOutlined key="remove" />, remove, false],
  ] as const
  return (
    <span className="step-buttons">
      {buttons.map(([act, icon, onClick, disabled]) => (
        <Button
          key={act}
          type="text"
          size="small"
          icon={icon}
          aria-label={t(`steps.${act}`, { name })}
          disabled={disabled}
          onClick={onClick}
        />
      ))}
    </span>
  )
}

interface AddProps {
  readonly processes: readonly ProcessRow[]
  readonly value: readonly string[]
  readonly onAdd: (step: string) => void
}

function AddStep({ processes, value, onAdd }: AddProps) {
  const { t } = useTranslation('planning')
  const nameOf = useNames()
  const left = processes.filter(({ id, active }) => active && !value.includes(id))
  return (
    <Select
      className="steps-add"
      aria-label={t('steps.add')}
      placeholder={t('steps.add')}
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={left.length === 0}
      options={left.map((process) => ({ value: process.id, label: nameOf(process.names) }))}
      onChange={(step: string | null) => step !== null && onAdd(step)}
    />
  )
}

function StepGate({ process }: { readonly process: ProcessRow | undefined }) {
  const { t } = useTranslation('planning')
  if (process === undefined) return null
  if (process.kind !== 'work') return <span className="step-note">{t(`kind.${process.kind}`)}</span>
  const isGated = process.gate === 'inspect' || process.gate === 'hold'
  return isGated ? <span className="step-note">{t(`gate.${process.gate}`)}</span> : null
}

interface Acts {
  readonly up: () => void
  readonly down: () => void
  readonly remove: () => void
}

function keyAct({ key, altKey }: KeyboardEvent, { up, down, remove }: Acts): (() => void) | null {
  if (key === 'Delete') return remove
  if (!altKey) return null
  if (key === 'ArrowUp') return up
  return key === 'ArrowDown' ? down : null
}

/** Keeps the focus on a step that moved: the browser loses it when an element changes its place. */
function useFocusedStep() {
  const list = useRef<HTMLOListElement>(null)
  const focusTarget = useRef<string | null>(null)
  useEffect(() => {
    if (focusTarget.current === null) return
    const step = list.current?.querySelector<HTMLElement>(`[data-step="${focusTarget.current}"] .step-name`)
    focusTarget.current = null
    if (list.current?.contains(document.activeElement) === true || document.activeElement === document.body)
      step?.focus()
  })
  const focus = (step: string) => {
    focusTarget.current = step
  }
  return { list, focus }
}
