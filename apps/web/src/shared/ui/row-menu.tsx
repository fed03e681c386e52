import { MoreOutlined } from '@ant-design/icons'
import { MenuButton } from './popup-menu.tsx'
import './row-button.css'

interface Action {
  readonly key: string
  readonly word: string
  /** True, or the reason why not: then the entry is shown with the reason. */
  readonly allowed: true | string
  readonly danger?: boolean
  readonly onChoose: () => void
}

interface Props {
  /** Accessible name: the action and the row. */
  readonly label: string
  /** A function is called when the menu opens: a list has many. */
  readonly actions: readonly Action[] | (() => readonly Action[])
  readonly large?: boolean
}

/** The less frequent actions of a record behind three dots. */
export const RowMenu = ({ label, actions, large = false }: Props) => (
  <MenuButton
    className={`row-more ${large ? 'is-large' : ''}`}
    label={label}
    side="end"
    choices={() =>
      (typeof actions === 'function' ? actions() : actions).map(({ word, allowed, ...action }) => ({
        ...action,
        label: word,
        reason: allowed === true ? undefined : allowed,
      }))
    }
  >
    <MoreOutlined aria-hidden="true" />
  </MenuButton>
)
