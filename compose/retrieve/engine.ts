import { BACKENDS, type Backend, type Collection, collection, type Hit } from "./backends.ts";
import { DOCUMENTS, type Document, documents, MODALITIES, type Modality } from "./corpus.ts";
import { encoder, words } from "./vectors.ts";

/** Collections that grow while the service runs: uploaded files and streamed events. */
export const FED = ["files", "stream"] as const;
export type Fed = (typeof FED)[number];
/** Documents that each of them keeps; older ones are dropped. */
const MOST_FED = 1_000;

export interface Query {
  readonly text: string;
  readonly image?: Uint8Array;
  readonly modality: Modality | Fed;
  readonly backend: Backend;
  readonly k: number;
}

/** The index of one back end. */
interface Index {
  readonly search: (query: Query) => Hit[];
  readonly add: (fed: Fed, document: Document) => void;
}

/** All back ends. */
export interface Engine {
  query(query: Query): Hit[];
  /** Makes something findable, for the back end that is the default. */
  add(fed: Fed, document: Document): void;
}

/**
 * The first query of a back end builds its index. That makes this query slow: a real cold start.
 *
 * @param warm  whether to build the default back end's index immediately
 * @param built called with each built index and the seconds that it took
 */
export function engine(
  usual: Backend,
  warm: boolean,
  built: (backend: Backend, seconds: number) => void = () => {},
): Engine {
  const indexes = new Map<Backend, Index>();
  const of = (backend: Backend) => {
    const known = indexes.get(backend);
    if (known !== undefined) return known;
    const began = performance.now();
    const made = index(backend);
    indexes.set(backend, made);
    built(backend, (performance.now() - began) / 1e3);
    return made;
  };
  if (warm) of(usual);
  return {
    query: (query) => of(query.backend).search(query),
    add: (fed, document) => of(usual).add(fed, document),
  };
}

function index(backend: Backend): Index {
  const { dimensions, rerank } = BACKENDS[backend];
  const encode = encoder(dimensions);
  const all = new Map<Modality | Fed, Collection>(FED.map((fed) => [fed, collection(encode, MOST_FED)]));
  for (const modality of MODALITIES) {
    const one = collection(encode, DOCUMENTS);
    for (const document of documents(modality)) one.add(document);
    all.set(modality, one);
  }
  return {
    search({ text, image, modality, k }) {
      const asked = words(text);
      return all.get(modality)!.nearest({ words: asked, vector: encode.document(asked, image), k, rerank });
    },
    add: (fed, document) => all.get(fed)!.add(document),
  };
}
