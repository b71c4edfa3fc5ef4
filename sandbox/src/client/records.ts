/** Types of the records that the control API returns, from the OpenAPI document. */
import type { ControlAnswer, ControlEndpoint } from './interface.ts';

/** A record with an ID, which has a page of its own. */
export type Identified = { readonly id: string | number };

/** An answer that lists records; `total` counts the records of all pages. */
export interface ListAnswer {
	readonly total?: number;
	readonly [name: string]: readonly Identified[] | string | number | boolean | undefined;
}

/** The records that an answer lists; `never` if it is not a list. */
type ListedIn<Answer> = Extract<Answer[keyof Answer], readonly Identified[]>[number];

/** A control call for something by itself, e.g. `/calls` and not `/calls/{id}`. */
type PlainCall = Exclude<ControlEndpoint<'get'>, `${string}{${string}`>;

/** A control call that lists records, e.g. `/calls`. */
export type ListCall = {
	[Path in PlainCall]: [ListedIn<ControlAnswer<Path>>] extends [never] ? never : Path;
}[PlainCall];

/** The control call for one record, e.g. `/deliveries/{id}`; `never` if a list has none. */
type OwnCall<Path extends ListCall> = Extract<`${Path}/{id}`, ControlEndpoint<'get'>>;

/** The source of records; `single` says that each record has a control call of its own, with more fields. */
export type Source<Path extends ListCall> = Path extends ListCall
	? { path: Path } & ([OwnCall<Path>] extends [never] ? { single?: never } : { single: true })
	: never;

/** A record as a control call lists it. */
export type Listed<Path extends ListCall> = ListedIn<ControlAnswer<Path>>;

/** A record with all its fields. */
export type Detail<Path extends ListCall> = [OwnCall<Path>] extends [never]
	? Listed<Path>
	: ControlAnswer<OwnCall<Path>>;

export type ApiKey = Listed<'/api-keys'>;
export type Batch = Listed<'/batches'>;
export type BatchDetail = Detail<'/batches'>;
export type Call = Listed<'/calls'>;
export type ChatAppAccount = Listed<'/chatapp-accounts'>;
export type ChatSession = Listed<'/chat-sessions'>;
export type Contact = Listed<'/contacts'>;
type ContactDetail = Detail<'/contacts'>;
export type TimelineEntry = ContactDetail['timeline'][number];
export type AttemptedDelivery = TimelineEntry['deliveries'][number];
export type CreditEntry = Listed<'/credits'>;
export type Checkout = ControlAnswer<'/checkouts'>['checkouts'][number];
export type DeadLetter = Listed<'/dead-letters'>;
export type Delivery = Listed<'/deliveries'>;
export type DeliveryDetail = Detail<'/deliveries'>;
export type Fault = Listed<'/faults'>;
/** A message with the fields that both the list and the threads of contacts have. */
export type Message = Omit<Listed<'/messages'>, 'metadata'>;
export type FunctionCall = Detail<'/function-calls'>;
export type CustomFunction = Listed<'/custom-functions'>;
export type N8nWorkflow = ControlAnswer<'/n8n/workflows'>['workflows'][number];
export type N8nConnected = ControlAnswer<`/n8n/workflows/${string}/connect`, 'post'>;
export type PhoneNumber = Listed<'/numbers'>;
export type ReceivedRequest = Detail<'/requests'>;
export type Scenario = ControlAnswer<'/scenarios'>['scenarios'][number];
export type ScenarioRun = Listed<'/scenario-runs'>;
export type Skill = Listed<'/skills'>;
export type Snapshot = ControlAnswer<'/snapshots'>['snapshots'][number];
