import { DataTypes, Model } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from "sequelize";

export class ClassTeacher extends Model<
  InferAttributes<ClassTeacher>,
  InferCreationAttributes<ClassTeacher>
> {
  declare class_teacher_id: CreationOptional<number>;
  declare class_id: number;
  declare employee_id: number;
  declare is_lead: boolean;
  declare from_date: string;
  declare to_date: string | null;

  static register(sequelize: Sequelize): void {
    ClassTeacher.init(
      {
        class_teacher_id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        class_id: { type: DataTypes.INTEGER, allowNull: false },
        employee_id: { type: DataTypes.INTEGER, allowNull: false },
        is_lead: { type: DataTypes.BOOLEAN, allowNull: false },
        from_date: { type: DataTypes.DATEONLY, allowNull: false },
        to_date: { type: DataTypes.DATEONLY },
      },
      { sequelize, tableName: "class_teachers", timestamps: false },
    );
  }
}
