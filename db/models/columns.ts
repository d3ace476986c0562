import {
  DataTypes,
  literal,
  type AbstractDataType,
  type AbstractDataTypeConstructor,
  type Utils,
} from "sequelize";

declare const types: unique symbol;

/**
 * A database column. A SELECT returns `Value`, and `Given` can be written. If `Optional` is true, a new row may omit
 * the column.
 */
export type ColumnDefinition<Value = unknown, Given = unknown, Optional extends boolean = boolean> = {
  type: AbstractDataType | AbstractDataTypeConstructor;
  allowNull: boolean;
  primaryKey?: boolean;
  autoIncrement?: boolean;
  defaultValue?: unknown;
  /** This property is only for the type checker and never has a value. */
  [types]?: { value: Value; given: Given; optional: Optional };
};

type Typed<Any extends ColumnDefinition> = NonNullable<Any[typeof types]>;
export type ValueOf<Any extends ColumnDefinition> = Typed<Any>["value"];
export type InputOf<Any extends ColumnDefinition> = Typed<Any>["given"];
export type IsOptional<Any extends ColumnDefinition> = Typed<Any>["optional"];

export const integerColumn = () => required<number>(DataTypes.INTEGER);
export const smallintColumn = <Value extends number = number>() => required<Value>(DataTypes.SMALLINT);
/** A bigint, read as a number because ids and versions stay far below 2^53 (`db/index.ts` configures the driver). */
export const bigintColumn = () => required<number>(DataTypes.BIGINT);
/** An exact decimal. It is read as a string, so that no binary fraction changes the value. */
export const decimalColumn = (precision: number, scale: number) =>
  required<string, string | number>(DataTypes.DECIMAL(precision, scale));
export const textColumn = <Value extends string = string>() => required<Value>(DataTypes.TEXT);
export const charColumn = <Value extends string>() => required<Value>(DataTypes.CHAR(1));
export const booleanColumn = () => required<boolean>(DataTypes.BOOLEAN);
/** A calendar day, such as `2026-06-26`. */
export const dateColumn = () => required<string>(DataTypes.DATEONLY);
export const timestampColumn = () => required<Date, Date | string>(DataTypes.DATE);
export const bytesColumn = () => required<Buffer>(DataTypes.BLOB);
export const jsonColumn = <Value extends object>() => required<Value>(DataTypes.JSONB);

export function nullable<Value, Given>(column: ColumnDefinition<Value, Given>) {
  return typed<Value | null, Given | null, true>({ ...column, allowNull: true });
}

export function withDefault<Value, Given>(
  column: ColumnDefinition<Value, Given>,
  defaultValue: Given | Utils.Literal,
) {
  return typed<Value, Given, true>({ ...column, defaultValue });
}

export function primaryKey<Any extends ColumnDefinition>(column: Any): Any {
  return { ...column, primaryKey: true };
}

export function identityColumn<Value, Given>(column: ColumnDefinition<Value, Given>) {
  return typed<Value, Given, true>({ ...column, primaryKey: true, autoIncrement: true });
}

function required<Value, Given = Value>(type: ColumnDefinition["type"]) {
  return typed<Value, Given, false>({ type, allowNull: false });
}

function typed<Value, Given, Optional extends boolean>(
  column: Omit<ColumnDefinition, typeof types>,
): ColumnDefinition<Value, Given, Optional> {
  return column;
}

export const NOW_LITERAL = literal("now()");

/** The version of a row. A trigger increases it with each change, and saves are checked against it. */
export const VERSION_COLUMNS = {
  version: withDefault(bigintColumn(), literal("nextval('row_versions')")),
  updated_at: withDefault(timestampColumn(), NOW_LITERAL),
};
