import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";
import type { TestId } from "#domain/terms.ts";

/** `max_mark` is numeric: a string here, so that no binary fraction changes it. */
export class Assessment extends Model<InferAttributes<Assessment>, InferCreationAttributes<Assessment>> {
  declare assessment_id: CreationOptional<number>;
  declare class_id: number;
  declare academic_term_id: number;
  declare subject_id: number;
  declare test_id: TestId;
  declare fortnightly_test_id: number | null;
  declare test_date: string | null;
  declare max_mark: CreationOptional<string>;

  static register(sequelize: Sequelize): void {
    Assessment.init(
      {
        assessment_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        class_id: { type: DataTypes.INTEGER, allowNull: false },
        academic_term_id: { type: DataTypes.INTEGER, allowNull: false },
        subject_id: { type: DataTypes.INTEGER, allowNull: false },
        test_id: { type: DataTypes.SMALLINT, allowNull: false },
        fortnightly_test_id: { type: DataTypes.INTEGER },
        test_date: { type: DataTypes.DATEONLY },
        max_mark: { type: DataTypes.DECIMAL(6, 2), allowNull: false, defaultValue: 100 },
      },
      { sequelize, tableName: "assessments", timestamps: false },
    );
  }
}
