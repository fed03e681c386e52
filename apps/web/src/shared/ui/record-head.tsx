import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { Facts } from './facts.tsx'
import { ReasonButton } from './reason-button.tsx'
import type { RecordActions } from './record-actions.rules.ts'
import { RowMenu } from './row-menu.tsx'
import './record-head.css'

type Figure = readonly [word: string, value: ReactNode]

interface ActionsProps<Action extends string> {
  readonly actions: RecordActions<Action>
  readonly wordOf: (action: Action) => string
  /** Actions that take something away. */
  readonly danger?: ReadonlySet<Action>
  readonly onAct: (action: Action) => void
}

interface Props<Action extends string> extends ActionsProps<Action> {
  readonly no: string
  /** Tag of the state. */
  readonly state?: ReactNode
  /** Further tags. */
  readonly marks?: ReactNode
  /** What it is about: name, project, finding. */
  readonly about?: ReactNode
  /** The states of its life in their order; none while it is outside of that order. */
  readonly steps?: StepsProps | undefined
  readonly figures?: readonly [Figure?, Figure?, Figure?, Figure?]
  /** Conversation, papers, print. */
  readonly children?: ReactNode
}

/**
 * Head of a record, the same on every page: number, state, what it is about, next step, other actions, figures. It
 * stays in view while the page scrolls; on phones its first line does.
 */
export function RecordHead<Action extends string>(props: Props<Action>) {
  const { no, state, marks, about, steps, figures, children, ...acting } = props
  const { actions, wordOf, onAct } = acting
  const { next } = actions
  const shown = (figures ?? []).filter((figure) => figure !== undefined)
  return (
    <header className="record-head">
      <div className="record-first">
        <h1 className="record-title">
          {no} <span className={steps === undefined ? undefined : 'record-state'}>{state}</span>
          {marks}
        </h1>
        {next !== null && (
          <ReasonButton type="primary" allowed={next.allowed} onClick={() => onAct(next.action)}>
            {wordOf(next.action)}
          </ReasonButton>
        )}
      </div>
      {about !== undefined && <div className="page-note record-about">{about}</div>}
      <div className="page-actions record-actions">
        {children}
        <OtherActions no={no} {...acting} />
      </div>
      {(steps !== undefined || shown.length > 0) && (
        <div className="record-line">
          {steps !== undefined && <Steps {...steps} />}
          {shown.length > 0 && <Facts className="key-facts" facts={shown} />}
        </div>
      )}
    </header>
  )
}

function OtherActions<Action extends string>({
  no,
  actions: { beside, more },
  wordOf,
  danger,
  onAct,
}: ActionsProps<Action> & { readonly no: string }) {
  const { t } = useTranslation()
  return (
    <>
      {beside.map(({ action, allowed }) => (
        <ReasonButton
          key={action}
          danger={danger?.has(action) === true}
          allowed={allowed}
          onClick={() => onAct(action)}
        >
          {wordOf(action)}
        </ReasonButton>
      ))}
      {more.length > 0 && (
        <RowMenu
          large
          label={`${t('common:action.more')}: ${no}`}
          actions={more.map(({ action, allowed }) => ({
            key: action,
            word: wordOf(action),
            allowed,
            danger: danger?.has(action) === true,
            onChoose: () => onAct(action),
          }))}
        />
      )}
    </>
  )
}

interface StepsProps {
  readonly label: string
  readonly words: readonly string[]
  /** Position of the current state. */
  readonly at: number
}

/** Words of the states in their order and where the record is; none while it is outside of them. */
export function stepsOf<State extends string>(
  states: readonly State[],
  state: State,
  label: string,
  wordOf: (state: State) => string,
): StepsProps | undefined {
  const at = states.indexOf(state)
  return at < 0 ? undefined : { label, words: states.map(wordOf), at }
}

function Steps({ label, words, at }: StepsProps) {
  return (
    <ol className="record-steps" aria-label={label}>
      {words.map((word, index) => (
        <li
          key={word}
          className={index < at ? 'is-past' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {word}
        </li>
      ))}
    </ol>
  )
}
