import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import './form.css'

interface Props {
  readonly when: boolean
  readonly children: ReactNode
}

/** A read-only form for users who may look but not change: its controls are inactive and stay readable. */
export const Locked = ({ when, children }: Props) => (
  <ConfigProvider componentDisabled={when}>
    <fieldset className="locked" disabled={when}>
      {children}
    </fieldset>
  </ConfigProvider>
)
