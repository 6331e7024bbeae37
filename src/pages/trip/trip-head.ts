import { html } from '../../html.ts'

export const TRIP_STYLE = '/pages/trip.css'

export const TRIP_HEAD = html`<meta name="robots" content="noindex">
<link rel="stylesheet" href="${TRIP_STYLE}">`
