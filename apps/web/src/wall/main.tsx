import { type Language } from '@cloud-factory/contract/identity/access'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loginPathFor } from '../shared/own-path.ts'
import { useSession } from '../shared/session.ts'
import { keepForOffline } from '../shared/offline.ts'
import { languageWords, readSettings, useSettings } from '../shared/settings.ts'
import { PanelGuard, Broken } from './frame/panel-guard.tsx'
import { startBeacons } from './link/beacon.ts'
import { leaveWhenSessionEnds } from './link/leave.ts'
import { openScreen } from './link/screen.store.ts'
import { startWatchdog } from './link/watchdog.ts'
import '../shared/machine-states/machine-states.css'
import './css/wall.css'
import './css/panels.css'
import './css/charts.css'
import './css/shop.css'
import './css/map.css'
import './css/overlays.css'
import { WallApp } from './wall-app.tsx'

const { token, user } = useSession.getState()
// The guard of the office does not cover this page.
if (token === null) location.replace(loginPathFor(location.pathname + location.search + location.hash))
else queueMicrotask(start)

function start(): void {
  readSettings()
  const address = new URLSearchParams(location.search)
  const requested = languageWords.find((word) => word === address.get('lang'))
  const usual: Language = useSettings.getState().language
  leaveWhenSessionEnds()
  void openScreen({
    source: location.pathname.toLowerCase().startsWith('/virtualdata') ? 'simulated' : 'live',
    id: address.get('screen'),
    draft: address.get('draft') === '1',
  })
  const root = document.getElementById('root')
  if (root !== null)
    createRoot(root).render(
      <StrictMode>
        <PanelGuard of="page" fallback={<Broken language={requested ?? usual} />}>
          <WallApp
            language={requested ?? null}
            usual={usual}
            timeZone={user?.plant.timeZone ?? 'Asia/Shanghai'}
          />
        </PanelGuard>
      </StrictMode>,
    )
  startBeacons()
  startWatchdog()
  keepForOffline('wall', ['/realData', '/virtualData'])
}
