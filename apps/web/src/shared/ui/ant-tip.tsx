// A part of its own: it is fetched when somebody first points at something that has a tip.
export { Tooltip as AntTip } from 'antd'
