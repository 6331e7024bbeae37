import { html } from '../../html.ts'
import { htmlDocument } from '../page.ts'
import { TRIP_HEAD } from './trip-head.ts'

/** The same for every link that shows nothing: it tells nobody whether there ever was a trip. */
export const noTripPage = (): string =>
  htmlDocument(
    'No hay ningún viaje aquí',
    TRIP_HEAD,
    html`<body>
<main class="nothing">
<h1>Aquí no hay ningún viaje</h1>
<p>Puede que el enlace esté incompleto, o que tu agencia lo esté preparando todavía. Ábrelo otra vez desde el mensaje que te envió, o pregúntale.</p>
<p lang="en">There is no trip here. The link may be incomplete, or your agency may still be preparing it. Open it again from their message, or ask them.</p>
</main>
</body>`,
    'es',
  )
