import { CLAIMS } from './migrations/claim-migration'
import { PAIR_EMBEDDINGS } from './migrations/embedding-migration'
import { EXPECTED_IOU } from './migrations/expected-iou-migration'
import { NAMES_AFTERWARDS } from './migrations/names-migration'
import { CAPTIONS_OF_PEOPLE } from './migrations/caption-people-migration'
import { CAPTIONS_OF_REJECTED } from './migrations/rejected-caption-migration'
import { REVIEWS } from './migrations/review-migration'
import { SEQUENCES } from './migrations/sequence-migration'
import { TEAM } from './migrations/team-migration'

/** Pairs, their documents, the history of edits, and proposals. */
export const PROJECT = `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );

  CREATE TABLE pairs (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    split TEXT,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    label TEXT,
    -- a caption that came with the files
    given_caption TEXT,
    width INTEGER NOT NULL DEFAULT 0,
    height INTEGER NOT NULL DEFAULT 0,
    alignment TEXT,
    problem TEXT,
    -- order in the folder; NULL for pairs that the present reading does not hold
    position INTEGER,
    -- what the list shows and filters by, derived from the document
    state TEXT NOT NULL DEFAULT 'unreviewed',
    region_count INTEGER NOT NULL DEFAULT 0,
    caption TEXT,
    search TEXT NOT NULL DEFAULT '',
    -- of the newest proposal
    score REAL,
    -- the proposal that the document began from; NULL where it began empty or from a label
    base_proposal_id INTEGER,
    -- version of the last event
    version INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX pairs_by_position ON pairs (position);
  CREATE INDEX pairs_by_state ON pairs (state) WHERE position IS NOT NULL;

  -- Snapshots of documents now and then; the events after 'version' bring one up to date.
  -- A pair that nobody has touched has none: it is as proposed.
  CREATE TABLE snapshots (
    pair_id INTEGER PRIMARY KEY REFERENCES pairs (id),
    version INTEGER NOT NULL,
    document TEXT NOT NULL
  );

  -- Categories of the kept regions of touched pairs.
  CREATE TABLE categories (
    pair_id INTEGER NOT NULL REFERENCES pairs (id),
    category TEXT NOT NULL,
    PRIMARY KEY (pair_id, category)
  ) WITHOUT ROWID;

  CREATE TABLE events (
    pair_id INTEGER NOT NULL REFERENCES pairs (id),
    version INTEGER NOT NULL,
    event_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    actor TEXT NOT NULL,
    at REAL NOT NULL,
    diff TEXT NOT NULL,
    PRIMARY KEY (pair_id, version)
  ) WITHOUT ROWID;

  CREATE TABLE proposals (
    id INTEGER PRIMARY KEY,
    pair_id INTEGER NOT NULL REFERENCES pairs (id),
    made_at REAL NOT NULL,
    proposer TEXT NOT NULL,
    version TEXT NOT NULL,
    provider TEXT NOT NULL,
    milliseconds TEXT NOT NULL,
    score REAL NOT NULL,
    alignment TEXT,
    remarks TEXT NOT NULL,
    regions TEXT NOT NULL,
    captions TEXT NOT NULL
  );
  CREATE INDEX proposals_by_pair ON proposals (pair_id);

  -- How each decision relates to the proposal that it began from.
  CREATE TABLE decisions (
    event_id TEXT PRIMARY KEY,
    pair_id INTEGER NOT NULL REFERENCES pairs (id),
    proposal_id INTEGER,
    state TEXT NOT NULL,
    at REAL NOT NULL,
    milliseconds REAL NOT NULL,
    mask_iou REAL,
    caption_distance INTEGER
  ) WITHOUT ROWID;
`

/** Links of proposals, the agreement of their captions and masks, and the same for the pair, for ordering. */
const AGREEMENT = `
  ALTER TABLE proposals ADD COLUMN links TEXT NOT NULL DEFAULT '[]';
  -- JSON, or NULL where the proposer does not judge itself
  ALTER TABLE proposals ADD COLUMN agreement TEXT;
  -- of the newest proposal
  ALTER TABLE pairs ADD COLUMN agreement REAL;
`

/**
 * Each list needs to know whether any pair has an agreement; if none has, as under measured difference, a search of
 * all of 100,000 pairs took 40 ms.
 */
const AGREEING_PAIRS = `
  CREATE INDEX agreeing_pairs ON pairs (agreement) WHERE position IS NOT NULL AND agreement IS NOT NULL;
`

/**
 * The numbers of pairs with and without a proposal are read whenever proposing stops. All data for that, of 100,000
 * pairs and their proposals, is in these two indexes, which halves its time.
 */
const PROPOSAL_COVERAGE = `
  DROP INDEX proposals_by_pair;
  CREATE INDEX proposals_by_pair_and_proposer ON proposals (pair_id, proposer);
  DROP INDEX pairs_by_state;
  CREATE INDEX pairs_by_state_and_problem ON pairs (state, problem, position) WHERE position IS NOT NULL;
`

/**
 * Categories were those of touched pairs alone; since proposals name things, they are of all pairs. The index finds
 * the pairs of a name. A damaged row has none here: it is told with its pair, when that is read.
 */
const NAMES = `
  INSERT OR IGNORE INTO categories (pair_id, category)
    SELECT pairs.id, json_extract(regions, region.fullkey || '.category') FROM pairs JOIN proposals ON proposals.id = base_proposal_id,
      json_each(CASE WHEN json_valid(regions) THEN regions ELSE '[]' END) AS region
    WHERE pairs.version = 0;
  CREATE INDEX pairs_by_category ON categories (category, pair_id);
`

/** Names that people gave to regions, with the features by which similar regions are recognised. */
const NAME_EXAMPLES = `
  CREATE TABLE name_examples (
    -- folder of its store, in the examples that all projects share; empty in a project's own
    project TEXT NOT NULL,
    pair_id INTEGER NOT NULL,
    region_id TEXT NOT NULL,
    word TEXT NOT NULL,
    -- hash of the masks: another one asks for other features
    place TEXT NOT NULL,
    -- of what made the features
    encoder TEXT NOT NULL,
    -- float32, little-endian
    features BLOB NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (project, pair_id, region_id)
  ) WITHOUT ROWID;
`

/**
 * Facts of each document that plans count. The documents are not read here: 100,000 take minutes. A document without
 * a row gets one when it is read.
 */
const PAIR_FACTS = `
  CREATE TABLE pair_facts (
    pair_id INTEGER PRIMARY KEY REFERENCES pairs (id),
    -- JSON; the first has the number of rejected regions too
    regions TEXT NOT NULL,
    captions TEXT NOT NULL
  );
`

/**
 * The newest proposal of each proposer for each pair, and how far the masks of two proposers lie apart, for orders and
 * filters. Distances of proposals that are there already are not computed here: 100,000 take minutes. They come with
 * the next proposal for the pair.
 */
const PROPOSER_SCORES = `
  CREATE TABLE proposer_scores (
    proposer TEXT NOT NULL,
    pair_id INTEGER NOT NULL REFERENCES pairs (id),
    proposal_id INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (proposer, pair_id)
  ) WITHOUT ROWID;
  CREATE TABLE proposer_distances (
    -- names of proposers, in the order of their texts
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    pair_id INTEGER NOT NULL REFERENCES pairs (id),
    -- 1 - IoU
    distance REAL NOT NULL,
    PRIMARY KEY (first, second, pair_id)
  ) WITHOUT ROWID;
  INSERT OR REPLACE INTO proposer_scores (proposer, pair_id, proposal_id, score)
    SELECT proposer, pair_id, max(id), score FROM proposals WHERE made_at > 0 GROUP BY proposer, pair_id;
`

/** How each pair is shown, as JSON; NULL for the project's window. */
const PAIR_WINDOWS = `
  ALTER TABLE pairs ADD COLUMN shown_window TEXT;
`

export interface Migration {
  readonly version: number
  readonly sql: string
}

/** In order. A migration is never edited once released; numbers leave room between. */
export const PROJECT_MIGRATIONS: readonly Migration[] = [
  { version: 10, sql: PROJECT },
  { version: 20, sql: AGREEMENT },
  { version: 30, sql: AGREEING_PAIRS },
  { version: 40, sql: PROPOSAL_COVERAGE },
  { version: 50, sql: NAMES },
  { version: 60, sql: NAME_EXAMPLES },
  { version: 70, sql: PAIR_FACTS },
  { version: 80, sql: PROPOSER_SCORES },
  { version: 90, sql: PAIR_EMBEDDINGS },
  { version: 100, sql: PAIR_WINDOWS },
  { version: 110, sql: SEQUENCES },
  { version: 120, sql: CLAIMS },
  { version: 130, sql: TEAM },
  { version: 150, sql: REVIEWS },
  { version: 160, sql: NAMES_AFTERWARDS },
  { version: 170, sql: EXPECTED_IOU },
  { version: 180, sql: CAPTIONS_OF_REJECTED },
  { version: 190, sql: CAPTIONS_OF_PEOPLE },
]

/** For the examples that all projects share. */
export const EXAMPLE_MIGRATIONS: readonly Migration[] = [{ version: 10, sql: NAME_EXAMPLES }]
