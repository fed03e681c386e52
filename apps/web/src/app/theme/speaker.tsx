import { App } from 'antd'
import { useLayoutEffect } from 'react'
import { useSpeaker } from '../../shared/ui/say.ts'

/** Mounts the messages and dialogs of all pages. */
export function Speaker() {
  return (
    <App component={false}>
      <Handover />
    </App>
  )
}

function Handover() {
  const app = App.useApp()
  useLayoutEffect(() => useSpeaker.setState({ app }), [app])
  return null
}
