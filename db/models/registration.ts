import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

/** The year stands in the row so that a class of one year and a term of another cannot meet. */
export class Registration extends Model<
  InferAttributes<Registration>,
  InferCreationAttributes<Registration>
> {
  declare registration_id: CreationOptional<number>;
  declare student_key: number;
  declare academic_term_id: number;
  declare academic_year_id: number;
  declare class_id: number;

  static register(sequelize: Sequelize): void {
    Registration.init(
      {
        registration_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        student_key: { type: DataTypes.INTEGER, allowNull: false },
        academic_term_id: { type: DataTypes.INTEGER, allowNull: false },
        academic_year_id: { type: DataTypes.INTEGER, allowNull: false },
        class_id: { type: DataTypes.INTEGER, allowNull: false },
      },
      { sequelize, tableName: "registrations", timestamps: false },
    );
  }
}
