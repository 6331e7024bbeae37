/** The rooms and who may enter them; docs/ARCHITECTURE tells why. */
const doors = '^src/(http|mcp|pages|command-line)/'

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

export default {
  forbidden: [
    forbid('no-circles', {}, { circular: true }, 'A room reacts to an event of another room; it is not called back by it.'),
    forbid('domain-knows-no-door', { path: '^src/domain/' }, { path: doors }, 'The trade does not know how it was reached.'),
    forbid(
      'domain-knows-no-framework',
      { path: '^src/domain/' },
      { path: 'node_modules/(fastify|pg|undici|graphile-worker)/' },
      'No web framework and no driver in the trade.',
    ),
    forbid(
      'one-door-a-room',
      { path: '^src/domain/([^/]+)/' },
      { path: '^src/domain/([^/]+)/', pathNot: ['^src/domain/$1/', '/index\\.ts$'] },
      'Another room is entered through its index.ts.',
    ),
    forbid(
      'rules-are-pure',
      { path: '\\.rules\\.ts$' },
      { path: '^src/(db|capture|http)/|node_modules/(kysely|pg)/|\\.queries\\.ts$' },
      'A rule decides; it never asks the database.',
    ),
    forbid(
      'operations-know-no-domain',
      { path: '^src/operations/', pathNot: '\\.test\\.ts$' },
      { path: '^src/(domain|http|mcp|pages|command-line)/' },
      'The road is the same for every noun and every door.',
    ),
    forbid(
      'db-is-the-ground',
      { path: '^src/db/' },
      { path: '^src/(domain|operations|http|mcp|pages|command-line|capture)/' },
      'The ground stands on nothing.',
    ),
    forbid(
      'doors-are-apart',
      { path: '^src/(http|mcp|pages|command-line)/' },
      { path: doors, pathNot: ['^src/$1/', '^src/http/openapi\\.ts$'] },
      'Doors do not import doors.',
    ),
    forbid(
      'doors-use-the-road',
      { path: '^src/(http|mcp|pages)/' },
      { path: '^src/(domain|db|capture)/' },
      'A door translates and decides nothing.',
    ),
    forbid(
      'images-only-in-images',
      { path: '^src/', pathNot: '^src/images/' },
      { path: 'node_modules/sharp/' },
      'Decoding strangers’ bytes stays in one room.',
    ),
    forbid(
      'liquid-only-in-templates',
      { path: '^src/', pathNot: '^src/templates/' },
      { path: 'node_modules/liquidjs/' },
      'Templates run in one room, with its limits.',
    ),
    forbid(
      'network-only-in-its-rooms',
      { path: '^src/', pathNot: '^src/(webhooks|mail|storage)/' },
      { path: 'node_modules/(undici|nodemailer|@aws-sdk)/' },
      'Outgoing calls leave from three rooms only.',
    ),
    forbid(
      'nobody-knows-the-disk',
      { path: '^src/', pathNot: '^src/(storage/|app\\.ts$)' },
      { path: '^src/storage/disk/' },
      'Bytes are kept somewhere; only the room itself knows where.',
    ),
    forbid(
      'tests-stay-outside',
      { path: '^src/', pathNot: '\\.test\\.ts$' },
      { path: '^(test|tools|bench)/|\\.test\\.ts$' },
      'The product does not need its tests.',
    ),
    forbid('no-orphans', { orphan: true, path: '^src/', pathNot: ['\\.test\\.ts$', '\\.d\\.ts$'] }, {}, 'Every file is used.'),
    forbid('resolvable', {}, { couldNotResolve: true }, 'Every import leads somewhere.'),
    forbid(
      'production-needs-production',
      { path: '^src/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: ['npm-dev'] },
      'Development packages are not installed where the service runs.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
