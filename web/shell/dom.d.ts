// The types of elements' attributes and children. Only for type checks: this file is not served.

/** What an element can be given as a child; empty ones are left out. */
export type Child = Node | string | number | null | undefined | false | Child[];

/** The value of an attribute; the event of a listener depends on the attribute's name, so it has no better type here. */
export type AttributeValue = string | number | boolean | null | undefined | ((event: any) => void);

export type Attributes = Record<string, AttributeValue>;
