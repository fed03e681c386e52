import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import './form.css'

interface Props {
  readonly when: boolean
  readonly children: ReactNode
}

/** A form for whoever may look and not change: no control in it does anything, and what it says stays well readable. */
export const Locked = ({ when, children }: Props) => (
  <ConfigProvider componentDisabled={when}>
    <fieldset className="locked" disabled={when}>
      {children}
    </fieldset>
  </ConfigProvider>
)
